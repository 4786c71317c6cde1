"""What commands show on a terminal and read from it, besides plain sentences."""
