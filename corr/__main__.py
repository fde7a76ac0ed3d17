"""`python -m corr` is the command `corr`."""

from corr.cli import main

if __name__ == "__main__":
    main(prog_name="corr")
