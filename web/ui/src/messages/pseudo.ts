// Two languages for tests that no person speaks: a word that is missing in them was not taken from the messages, and a text
// that is cut in them has too little room for others.

/** What a text of a pseudo-language stands between. */
export const OPENING = "⟦";
export const CLOSING = "⟧";

const ACCENTED: Readonly<Record<string, string>> = Object.fromEntries(
  [..."aáeéiíoóuúcçnñsšzžyýdďtťlľrřAÁEÉIÍOÓUÚCÇNÑSŠZŽYÝ"].flatMap((letter, i, all) =>
    i % 2 === 0 ? [[letter, all[i + 1] as string]] : [],
  ),
);
/** German and Finnish are some 40 % longer than English, and short words grow most. */
const LONGER = 0.4;
const PADDING = "ẽ";

type Message = string | ((...values: never[]) => string);

/** All messages in longer words with accents, each between brackets. */
export function pseudo<T extends Readonly<Record<string, Message>>>(messages: T): T {
  return changed(messages, (text) => {
    const letters = [...text].map((letter) => ACCENTED[letter] ?? letter).join("");
    const more = PADDING.repeat(Math.ceil(text.trim().length * LONGER));
    return wrapped(letters, more);
  });
}

/** All messages in Hebrew letters, which are read from right to left, each between brackets. */
export function reversed<T extends Readonly<Record<string, Message>>>(messages: T): T {
  return changed(messages, (text) =>
    wrapped(
      text.replace(/\p{Script=Latin}/gu, (letter) =>
        String.fromCodePoint(0x5d0 + ((letter.toLowerCase().codePointAt(0) ?? 0) % 27)),
      ),
      "",
    ),
  );
}

/** Spaces at the ends stay there: sentences are put together with them. */
function wrapped(text: string, more: string): string {
  const [, before = "", inner = "", after = ""] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? [];
  return inner === "" ? text : `${before}${OPENING}${inner}${more}${CLOSING}${after}`;
}

function changed<T extends Readonly<Record<string, Message>>>(
  messages: T,
  change: (text: string) => string,
): T {
  const entries = Object.entries(messages).map(([key, message]) => [
    key,
    typeof message === "string"
      ? change(message)
      : // What is put into a message is the person's, or a message itself, and stays as it is.
        (...values: readonly unknown[]) => filled(message, values, change),
  ]);
  return Object.fromEntries(entries) as T;
}

/** The message with the text around its values changed; a number has to be a number, since words depend on it. */
function filled(
  message: (...values: never[]) => string,
  values: readonly unknown[],
  change: (text: string) => string,
): string {
  const places = values.map((value, i) =>
    typeof value === "number" ? value : String.fromCodePoint(0xe000 + i),
  );
  const text = message(...(places as never[]));
  const around = change(text);
  return around.replace(/[\ue000-\uf8ff]/gu, (place) =>
    String(values[(place.codePointAt(0) ?? 0) - 0xe000]),
  );
}
