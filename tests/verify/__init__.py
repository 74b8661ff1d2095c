"""The certificate: it accepts what is right, and nothing else."""
