// The fields of forms, each with its label: a line of text, a choice, a filter above a list. They keep no value.

import { type InputHTMLAttributes, type ReactElement, type Ref, useId } from "react";

type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "required" | "maxLength" | "placeholder" | "dir" | "inputMode" | "autoFocus" | "type"
>;

interface TextProps extends Native {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
  /** What can be chosen; anything else can be typed. */
  readonly known?: readonly string[];
  /** A name, path or number, which no browser completes or corrects. */
  readonly isName?: boolean;
  readonly field?: Ref<HTMLInputElement>;
}

export function TextField({
  label,
  value,
  set,
  known,
  isName = false,
  field,
  ...native
}: TextProps): ReactElement {
  const list = useId();
  return (
    <label>
      {label}
      <input
        type="text"
        {...native}
        ref={field}
        value={value}
        onChange={({ target }) => set(target.value)}
        {...(known && { list })}
        {...(isName && { autoComplete: "off", autoCapitalize: "off", spellCheck: false })}
      />
      {known && (
        <datalist id={list}>
          {known.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </label>
  );
}

/** A value with its words, and whether it can be chosen now. */
export type Choice<Value extends string> = readonly [
  value: Value,
  words: string,
  isDisabled?: boolean,
];

export function SelectField<Value extends string>({
  label,
  value,
  choices,
  set,
  className,
}: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly set: (value: Value) => void;
  readonly className?: string;
}): ReactElement {
  return (
    <label className={className}>
      {label}{" "}
      <select
        value={value}
        onChange={({ target }) => {
          const chosen = choices.find(([each]) => each === target.value);
          if (chosen) set(chosen[0]);
        }}
      >
        {choices.map(([each, words, isDisabled = false]) => (
          <option key={each} value={each} disabled={isDisabled}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Above a list that is long. */
export function FilterField({
  label,
  value,
  set,
}: {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
}): ReactElement {
  return (
    <div className="filters">
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ target }) => set(target.value)}
      />
    </div>
  );
}
