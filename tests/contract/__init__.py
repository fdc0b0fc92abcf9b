"""The contract: what users can rely on. It knows public names, the command line and files, and nothing else."""
