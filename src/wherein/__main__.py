"""`python -m wherein` is the same as the `wherein` command, for environments with only the interpreter on the path."""

from wherein.cli.main import run

if __name__ == "__main__":
    run()
