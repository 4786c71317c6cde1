"""Around the moves of a match in browsers: who is there, and what people propose."""
