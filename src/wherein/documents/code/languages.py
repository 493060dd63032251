"""How languages mark comments and begin definitions. Values only."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SLASHES = re.compile(r"[ \t]*//[/!]?[ \t]?")
_HASHES = re.compile(r"[ \t]*#+(?!!)[ \t]?")
_DASHES = re.compile(r"[ \t]*--(?!\[\[)-*[ \t]?")
_STATEMENTS = "if|else|for|while|switch|return|do|case|catch|try|throw|new|await|yield|using|lock|goto|sizeof|delete|typeof|default"
_OF_PYTHON = re.compile(r"[ \t]*(?:async[ \t]+def|def|class)[ \t]+\w+[^\n]*")
_OF_SCRIPT = re.compile(
    r"[ \t]*(?:export[ \t]+)?(?:default[ \t]+)?(?:declare[ \t]+)?(?:(?:async[ \t]+)?function\b[ \t]*\*?[ \t]*\w+|(?:abstract[ \t]+)?class[ \t]+\w+|"
    r"(?:interface|enum|namespace|type)[ \t]+\w+|(?:const|let|var)[ \t]+\w+[ \t]*(?::[^=\n]{0,200})?=[ \t]*(?:async[ \t]*)?(?:function\b|\([^()\n]{0,300}\)[^=\n]{0,100}=>|\w+[ \t]*=>)|"
    rf"(?:(?:public|private|protected|static|readonly|async|get|set|override|abstract)[ \t]+){{0,5}}(?!(?:{_STATEMENTS}|function)\b)[#\w$]+\([^;]*\{{[ \t]*$)[^\n]*"
)
_OF_C = re.compile(
    rf"(?:(?:typedef[ \t]+)?(?:struct|union|enum|class|namespace)[ \t]+\w+[^;=()]*\{{?[ \t]*$|#[ \t]*define[ \t]+\w+\(|"
    rf"(?!(?:{_STATEMENTS}|typedef|extern[ \t]+\"C\")\b)[A-Za-z_][\w:<>,~]*+[ \t*&]++[\w:<>,*& \t~]{{0,200}}\([^;]*;?$)[^\n]*"
)
_OF_JAVA = re.compile(
    r"[ \t]*(?:(?:public|private|protected|internal|static|final|abstract|sealed|async|override|virtual|synchronized|native|default|partial|open|data|suspend|inline)[ \t]+){0,6}"
    rf"(?:(?:class|interface|enum|record|struct|namespace|object|trait|fun|func|def|protocol|extension)[ \t]+\w+|(?!(?:{_STATEMENTS})\b)[\w<>\[\],.?]+[ \t]+\w+[ \t]*\([^;=]*(?:\{{|\)|,)[ \t]*$)[^\n]*"
)
_OF_GO = re.compile(r"(?:func[ \t]*(?:\([^)\n]{0,200}\)[ \t]*)?\w+|type[ \t]+\w+)[^\n]*")
_OF_RUST = re.compile(
    r"[ \t]*(?:pub(?:\([^)\n]{0,40}\))?[ \t]+)?(?:default[ \t]+)?(?:const[ \t]+)?(?:async[ \t]+)?(?:unsafe[ \t]+)?(?:extern[ \t]+\"[^\"\n]{0,20}\"[ \t]+)?(?:fn|struct|enum|trait|impl|mod|union|macro_rules!)\b[^\n;]*"
)
_OF_SHELL = re.compile(r"[ \t]*(?:function[ \t]+[\w:.-]+|[\w:.-]+[ \t]*\([ \t]*\))[^\n]*")
_OF_RUBY = re.compile(r"[ \t]*(?:def|class|module|sub|package)[ \t]+[\w:.?!]+[^\n]*")
_OF_LUA = re.compile(r"[ \t]*(?:local[ \t]+)?function[ \t]+[\w:.]+[^\n]*")
_OF_SQL = re.compile(
    r"[ \t]*create[ \t]+(?:or[ \t]+replace[ \t]+)?(?:temp(?:orary)?[ \t]+|unique[ \t]+|materialized[ \t]+)?(?:table|view|function|procedure|trigger|index|type|schema)\b[^\n]*",
    re.IGNORECASE,
)
_OF_R = re.compile(r"[ \t]*[\w.]+[ \t]*(?:<-|=)[ \t]*function\b[^\n]*")


@dataclass(frozen=True, slots=True)
class Language:
    """line: what begins a line that is a comment. block: what opens and closes a comment of several lines.

    definition: a line that begins a function, class or the like. doc_strings: texts in three quotation marks are comments.
    """

    line: re.Pattern[str]
    definition: re.Pattern[str]
    block: tuple[str, str] | None = None
    doc_strings: bool = False


_BRACES = ("/*", "*/")
PYTHON = Language(_HASHES, _OF_PYTHON, doc_strings=True)
SHELL = Language(_HASHES, _OF_SHELL)
SCRIPT = Language(_SLASHES, _OF_SCRIPT, _BRACES)
C = Language(_SLASHES, _OF_C, _BRACES)
JAVA = Language(_SLASHES, _OF_JAVA, _BRACES)
GO = Language(_SLASHES, _OF_GO, _BRACES)
RUST = Language(_SLASHES, _OF_RUST, _BRACES)
RUBY = Language(_HASHES, _OF_RUBY, ("=begin", "=end"))
PERL = Language(_HASHES, _OF_RUBY)
LUA = Language(_DASHES, _OF_LUA, ("--[[", "]]"))
SQL = Language(_DASHES, _OF_SQL, _BRACES)
R = Language(_HASHES, _OF_R)

BY_SUFFIX = {
    ".py": PYTHON, ".pyi": PYTHON, ".pyx": PYTHON, ".js": SCRIPT, ".mjs": SCRIPT, ".cjs": SCRIPT, ".jsx": SCRIPT, ".ts": SCRIPT,
    ".mts": SCRIPT, ".tsx": SCRIPT, ".php": SCRIPT, ".c": C, ".h": C, ".cc": C, ".cpp": C, ".cxx": C, ".hpp": C, ".hh": C, ".java": JAVA,
    ".kt": JAVA, ".cs": JAVA, ".scala": JAVA, ".swift": JAVA, ".go": GO, ".rs": RUST, ".sh": SHELL, ".bash": SHELL, ".zsh": SHELL,
    ".rb": RUBY, ".pl": PERL, ".pm": PERL, ".lua": LUA, ".sql": SQL, ".r": R,
}  # fmt: skip
_BY_PROGRAM = {
    "python": PYTHON,
    "node": SCRIPT,
    "ruby": RUBY,
    "perl": PERL,
    "lua": LUA,
    "Rscript": R,
    "php": SCRIPT,
}


def of_first_line(line: str) -> Language:
    """The language that a script's first line names; a shell's where it names none that is known."""
    for program, language in _BY_PROGRAM.items():
        if program in line[:200]:
            return language
    return SHELL
