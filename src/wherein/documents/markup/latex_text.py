"""What commands and signs of LaTeX show: letters with accents, symbols, formulas in a line. Knows no blocks."""

from __future__ import annotations

import unicodedata

ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307", "c": "\u0327", "v": "\u030c",
    "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a", "d": "\u0323", "b": "\u0331", "hat": "\u0302", "bar": "\u0304",
    "tilde": "\u0303", "vec": "\u20d7", "dot": "\u0307", "ddot": "\u0308",
}  # fmt: skip
SYMBOLS = {
    "&": "&", "%": "%", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", ",": "\u2009", ";": " ", ":": " ", "!": "", "-": "",
    "/": "", "@": "", "|": "‖", "\n": " ", "quad": " ", "qquad": " ", "enspace": " ", "thinspace": "\u2009", "ss": "ß", "o": "ø", "O": "Ø",
    "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "\u00c5", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð",
    "th": "þ", "TH": "Þ", "ldots": "…", "dots": "…", "textellipsis": "…", "cdots": "⋯", "textbackslash": "\\", "backslash": "\\",
    "textasciitilde": "~", "textasciicircum": "^", "textunderscore": "_", "textbar": "|", "textless": "<", "textgreater": ">",
    "textendash": "–", "textemdash": "—", "textquotedblleft": "“", "textquotedblright": "”", "textquoteleft": "‘", "textquoteright": "’",
    "textquotesingle": "'", "textbullet": "•", "textdegree": "°", "degree": "°", "textregistered": "®", "texttrademark": "™",
    "copyright": "©", "textcopyright": "©", "pounds": "£", "euro": "€", "texteuro": "€", "S": "§", "P": "¶", "dag": "†", "ddag": "‡",
    "LaTeX": "LaTeX", "TeX": "TeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "XeTeX": "XeTeX", "slash": "/", "lbrace": "{", "rbrace": "}",
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
    "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "upsilon": "υ", "phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ",
    "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
    "times": "×", "cdot": "·", "div": "÷", "pm": "±", "mp": "∓", "ast": "∗", "star": "⋆", "circ": "∘", "bullet": "•", "oplus": "⊕",
    "otimes": "⊗", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "approx": "≈", "sim": "∼", "simeq": "≃",
    "equiv": "≡", "propto": "∝", "ll": "≪", "gg": "≫", "in": "∈", "notin": "∉", "ni": "∋", "subset": "⊂", "subseteq": "⊆",
    "supset": "⊃", "supseteq": "⊇", "cup": "∪", "cap": "∩", "setminus": "∖", "emptyset": "∅", "varnothing": "∅", "forall": "∀",
    "exists": "∃", "neg": "¬", "lnot": "¬", "land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨", "to": "→", "rightarrow": "→",
    "leftarrow": "←", "gets": "←", "leftrightarrow": "↔", "Rightarrow": "⇒", "Leftarrow": "⇐", "Leftrightarrow": "⇔", "implies": "⇒",
    "iff": "⇔", "mapsto": "↦", "uparrow": "↑", "downarrow": "↓", "infty": "∞", "partial": "∂", "nabla": "∇", "sum": "∑", "prod": "∏",
    "int": "∫", "oint": "∮", "sqrt": "√", "angle": "∠", "perp": "⊥", "parallel": "∥", "mid": "|", "vert": "|", "Vert": "‖",
    "langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "ell": "ℓ", "hbar": "ℏ", "Re": "ℜ",
    "Im": "ℑ", "prime": "′", "top": "⊤", "bot": "⊥", "models": "⊨", "vdash": "⊢", "checkmark": "✓", "triangle": "△", "square": "□",
    "sin": "sin", "cos": "cos", "tan": "tan", "log": "log", "ln": "ln", "exp": "exp", "min": "min", "max": "max", "lim": "lim",
    "sup": "sup", "inf": "inf", "arg": "arg", "det": "det", "dim": "dim", "Pr": "Pr", "gcd": "gcd", "mod": "mod", "bmod": "mod",
    "newline": "\n", "and": "\n", "linebreak": "\n", "tabularnewline": "\n", "today": "", "par": "\n\n",
}  # fmt: skip
LIGATURES = (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), ("~", "\u00a0"))


def accented(letter: str, accent: str) -> str:
    """A letter with an accent, as one character where there is one."""
    base = {"ı": "i", "ȷ": "j"}.get(letter[:1], letter[:1])
    return unicodedata.normalize("NFC", base + ACCENTS[accent]) + letter[1:]
