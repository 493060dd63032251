"""`wherein completion`: prints the script with which a shell completes commands and options."""

from __future__ import annotations

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
@as_json
def completion_command(shell: str, as_json: bool) -> None:
    """Print the script that completes wherein's commands and options in SHELL.

    \b
    bash: wherein completion bash >> ~/.bashrc
    zsh:  wherein completion zsh >> ~/.zshrc
    fish: wherein completion fish > ~/.config/fish/completions/wherein.fish
    """
    script = completion_script(shell, click.get_current_context().find_root().command)
    if as_json:
        print_json({"shell": shell, "script": script})
    else:
        say(script)


def completion_script(shell: str, command: click.Command) -> str:
    """The script of bash, zsh or fish for the whole command line."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    made = kind(command, {}, "wherein", "_WHEREIN_COMPLETE")
    return (made.source_template % made.source_vars()).strip()
