"""Parts that only the compiled kernel needs."""
