"""`python -m wherein`: the same as the `wherein` command, where only the interpreter is on the path."""

from wherein.cli.main import run

if __name__ == "__main__":
    run()
