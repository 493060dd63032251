"""`python -m wherein`: the same as the `wherein` command, for whoever has only the interpreter."""

from wherein.cli.main import run

if __name__ == "__main__":
    run()
