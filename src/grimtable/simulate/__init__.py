"""Mass play: simulations, checks, benchmarks."""
