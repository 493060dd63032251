"""Joins the words of a line of mdoc(7) macros as a page shows them: option signs, quotation marks, brackets, punctuation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wherein.documents.building.block_writer import generated

# Macros that enclose the rest of their line.
_AROUND = {
    "Op": ("[", "]"), "Dq": ("“", "”"), "Sq": ("‘", "’"), "Qq": ('"', '"'), "Pq": ("(", ")"), "Bq": ("[", "]"), "Brq": ("{", "}"),
    "Aq": ("<", ">"), "Ql": ("‘", "’"), "D1": ("", ""), "Dl": ("", ""),
}  # fmt: skip
# Macros that open or close what others enclose.
_OPENS = {
    "Oo": "[", "Do": "“", "So": "‘", "Qo": '"', "Po": "(", "Bo": "[", "Bro": "{", "Ao": "<", "Eo": "",
}  # fmt: skip
_CLOSES = {
    "Oc": "]", "Dc": "”", "Sc": "’", "Qc": '"', "Pc": ")", "Bc": "]", "Brc": "}", "Ac": ">", "Ec": "",
}  # fmt: skip
_SYSTEMS = {
    "Ux": "UNIX", "Bx": "BSD", "Fx": "FreeBSD", "Nx": "NetBSD", "Ox": "OpenBSD", "Dx": "DragonFly", "At": "AT&T UNIX",
    "Bsx": "BSD/OS", "St": "", "Bt": "is currently in beta test.", "Ud": "currently under development.",
}  # fmt: skip
_PLAIN = frozenset(
    "Ar Cm Ic Pa Ev Em Sy Li Va Vt Ft Fa Dv Er Ms Sx Tn No An Ad Cd Lb Nd Bf Ef Tg Hf %A %B %D %I %J %N %O %P %Q %R %T %U %V %C".split()
)
_SPECIAL = frozenset("Fl Nm Xr Ns Pf Ap Fn Lk Mt In Sm Es En Ta Ex Rv".split())
INLINE = frozenset((*_AROUND, *_OPENS, *_CLOSES, *_SYSTEMS, "Xo", "Xc", *_PLAIN, *_SPECIAL))
_CLOSING = frozenset(". , : ; ) ] ? !".split())
_OPENING = frozenset("( [".split())
CELL_END = "\x1f"


class MdocWords:
    """The words of one paragraph, in order, with what stands between them."""

    def __init__(self) -> None:
        self.name = ""
        """The name of what the page describes, for macros without one."""
        self._tight = False
        self._spaced = True
        self._begins_unspaced = False

    def of_line(self, macro: str, words: Sequence[str], shown: Callable[[str], str]) -> list[str]:
        """The parts of a line that begins with a macro; a part that begins with a space is parted from the one before."""
        self._parts: list[str] = []
        ends: list[str] = []
        queue = [macro, *words]
        last = max((n for n, word in enumerate(queue) if word not in _CLOSING), default=-1)
        at, is_option, is_argument_of = 0, False, ""
        while at < len(queue):
            word = queue[at]
            at += 1
            if word in INLINE:
                if is_option:
                    self._put(generated("-"), after=False)
                is_option, is_argument_of = False, word
                at = self._of_macro(word, queue, at, ends, shown)
                is_option = word == "Fl"
                continue
            text = shown(word)
            if word in _CLOSING or word in _OPENING:
                if is_option:
                    self._put(generated("-"))
                    is_option = False
                # Punctuation at the end of a line stands behind what encloses the line.
                if word in _CLOSING and at > last:
                    while ends:
                        self._put(generated(ends.pop()), before=False)
                self._put(text, before=word in _OPENING, after=word in _CLOSING)
            elif is_argument_of == "Fl":
                self._put(generated("-") + text)
                is_option = False
            else:
                self._put(text)
        if is_option:
            self._put(generated("-"))
        while ends:
            self._put(generated(ends.pop()), before=False)
        return self._parts

    def _of_macro(
        self, macro: str, queue: list[str], at: int, ends: list[str], shown: Callable[[str], str]
    ) -> int:
        """Put what a macro itself shows; returns where its words go on."""
        if macro in _AROUND:
            opening, closing = _AROUND[macro]
            self._put(generated(opening), after=False)
            if closing:
                ends.append(closing)
        elif macro in ("Xo", "Xc"):
            pass  # what they hold only goes on over several lines
        elif macro in _OPENS:
            self._put(generated(_OPENS[macro]), after=False)
        elif macro in _CLOSES:
            self._put(generated(_CLOSES[macro]), before=False)
        elif macro in _SYSTEMS:
            self._put(generated(_SYSTEMS[macro]))
        elif macro == "Ns":
            self._tight = True
        elif macro == "Ap":
            self._put(generated("'"), before=False, after=False)
        elif macro == "Sm":
            self._spaced, self._begins_unspaced = queue[at : at + 1] != ["off"], True
            at += 1
        elif macro == "Ta":
            self._parts.append(CELL_END)
            self._tight = True
        elif macro in ("Pf", "Xr", "Fn", "In", "Nm", "Lk"):
            at = self._of_named(macro, queue, at, shown)
        return at

    def _of_named(self, macro: str, queue: list[str], at: int, shown: Callable[[str], str]) -> int:
        following = queue[at] if at < len(queue) and queue[at] not in INLINE else ""
        following = "" if following in _CLOSING else following
        if macro == "Nm" and not following:
            self._put(generated(self.name))
        elif macro == "Nm":
            self.name = self.name or shown(following)
        elif macro == "Pf" and at < len(queue):
            self._put(shown(queue[at]), after=False)
            at += 1
        elif macro == "In" and following:
            self._put(generated("<") + shown(following) + generated(">"))
            at += 1
        elif macro == "Xr" and following:
            section = queue[at + 1] if at + 1 < len(queue) else ""
            is_section = section[:1].isdecimal()
            place = generated("(") + section + generated(")") if is_section else ""
            self._put(shown(following) + place)
            at += 2 if is_section else 1
        elif macro == "Fn" and following:
            stop = at + 1
            while stop < len(queue) and queue[stop] not in INLINE and queue[stop] not in _CLOSING:
                stop += 1
            given = generated(", ").join(map(shown, queue[at + 1 : stop]))
            self._put(shown(following) + generated("(") + given + generated(")"))
            at = stop
        return at

    def _put(self, text: str, *, before: bool = True, after: bool = True) -> None:
        """Add a text; `before` and `after` say whether a space may stand there."""
        if text:
            spaced = before and not self._tight and (self._spaced or self._begins_unspaced)
            self._begins_unspaced = False
            self._parts.append(" " + text if spaced else text)
        if text or not after:
            self._tight = not after
