// A sentence with the answer in it bold. Knows no document.

import type { ReactElement } from "react";

interface Props {
  readonly quote: string;
  readonly text: string;
  /**
   * The least offset of the answer in the sentence, in characters. The first occurrence from there on is bold, since a
   * sentence may have the same words twice.
   */
  readonly offset: number;
}

export function Quoted({ quote, text, offset }: Props): ReactElement {
  // The sentence may have moved with the page; the answer's place within it has not.
  const after = quote.indexOf(text, Math.max(0, offset));
  const at = after < 0 ? quote.indexOf(text) : after;
  if (at < 0) {
    return (
      <>
        <strong>{text}</strong> {quote}
      </>
    );
  }
  return (
    <>
      {quote.slice(0, at)}
      <strong>{quote.slice(at, at + text.length)}</strong>
      {quote.slice(at + text.length)}
    </>
  );
}
