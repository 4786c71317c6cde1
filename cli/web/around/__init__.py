"""Around the moves of a match in browsers: games to choose, who is there, what people propose."""
