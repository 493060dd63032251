// The line in which the right words are typed, or said to be the selected ones. Decides nothing.

import { type ReactElement, useState } from "react";
import { t } from "./messages/messages.ts";

interface Props {
  /** Called with the words that were typed; with none, those that are selected are the right ones. */
  readonly onGiven: (words: string) => void;
}

export function RightWords({ onGiven }: Props): ReactElement {
  const [words, setWords] = useState("");
  const given = words.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onGiven(given);
      }}
    >
      <label>
        {t.orTypeTheWordsAsThey}{" "}
        <input
          type="text"
          dir="auto"
          spellCheck={false}
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </label>{" "}
      <button type="submit">{given === "" ? t.theRightOneIsSelected : t.theseWordsAreRight}</button>
    </form>
  );
}
