// The options a find bar has: match case, whole words, regular expression.

import type { FindOptions } from "@wherein/anchoring/places/find-literal.ts";
import type { ReactElement } from "react";

const OPTIONS = [
  { key: "matchCase", sign: "Aa", name: "Match case" },
  { key: "wholeWords", sign: "ab|", name: "Whole words" },
  { key: "regularExpression", sign: ".*", name: "Regular expression" },
] as const;

export function FindOptionsBar({
  options,
  change,
}: {
  readonly options: FindOptions;
  readonly change: (options: FindOptions) => void;
}): ReactElement {
  return (
    <fieldset className="options">
      <legend className="spoken">Plain find</legend>
      {OPTIONS.map(({ key, sign, name }) => (
        <button
          key={key}
          type="button"
          className="toggle"
          aria-pressed={options[key]}
          aria-label={name}
          title={name}
          onClick={() => change({ ...options, [key]: !options[key] })}
        >
          {sign}
        </button>
      ))}
    </fieldset>
  );
}
