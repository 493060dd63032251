// The options a find bar has: match case, whole words, regular expression.

import type { FindOptions } from "@wherein/anchoring/places/find-literal.ts";
import type { ReactElement } from "react";
import { t } from "../messages/messages.ts";

const OPTIONS = [
  { key: "matchCase", sign: t.aa, name: t.matchCase },
  { key: "wholeWords", sign: "ab|", name: t.wholeWords },
  { key: "regularExpression", sign: ".*", name: t.regularExpression },
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
      <legend className="spoken">{t.plainFind}</legend>
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
