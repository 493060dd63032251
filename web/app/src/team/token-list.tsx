// Tokens of programs and of browsers' sessions: listed without themselves, made and shown once, ended.

import type { NewToken, Right, Token, WantedToken } from "@wherein/api-client/team-server.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { type FormEvent, type ReactElement, useId, useState } from "react";
import { dayOf, endWords, isOver, RIGHTS } from "./team-words.ts";

export function TokenList({
  tokens,
  session,
  showsPerson = false,
  end,
}: {
  readonly tokens: readonly Token[];
  /** The id of the token of this browser's session, "" for none. */
  readonly session: string;
  readonly showsPerson?: boolean;
  readonly end: (token: Token) => void;
}): ReactElement {
  const now = Date.now();
  return (
    <ul className="documents">
      {tokens.map((token) => {
        const { id, person, program, rights, made } = token;
        return (
          <li key={id} className={isOver(token, now) ? "over" : undefined}>
            <span className="title" dir="auto">
              {program}
            </span>
            <span className="meta">
              {showsPerson && <span dir="auto">{person}</span>}
              {id === session && <span className="tag">{t.ofThisBrowser}</span>}
              <span>{rights.map((right) => RIGHTS[right]).join(", ")}</span>
              <span>{t.madeOn(dayOf(made))}</span>
              <span>{endWords(token, now)}</span>
            </span>
            <span className="row-actions">
              {/* This browser's own ends by signing out. */}
              {id !== session && (
                <button
                  type="button"
                  aria-label={t.revokeToken(program, person)}
                  onClick={() => end(token)}
                >
                  {t.revoke}
                </button>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const DAYS: readonly number[] = [1, 7, 30, 90, 365];

interface FormProps {
  /** Whose it can be; without names it is one's own. */
  readonly people?: readonly string[];
  /** What it may be used for at most. */
  readonly rights: readonly Right[];
  readonly longestDays: number;
  /** Whether it may be without an end. */
  readonly mayStay?: boolean;
  /** Null where the server refused it. */
  readonly make: (person: string, wanted: WantedToken) => Promise<NewToken | null>;
}

export function TokenForm({
  people,
  rights,
  longestDays,
  mayStay = false,
  make,
}: FormProps): ReactElement {
  const [person, setPerson] = useState("");
  const [program, setProgram] = useState("");
  const [given, setGiven] = useState<readonly Right[]>(["read"]);
  const [days, setDays] = useState("30");
  const names = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = {
      program: program.trim(),
      rights: rights.filter((right) => given.includes(right)),
      days: days === "" ? null : Number(days),
    };
    if (wanted.program === "" || wanted.rights.length === 0) return;
    void make(person.trim(), wanted).then((made) => made && setProgram(""));
  };
  return (
    <form className="edit" onSubmit={submit}>
      {people && (
        <label>
          {t.nameOfThePerson}
          <input
            type="text"
            list={names}
            required
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={person}
            onChange={({ target }) => setPerson(target.value)}
          />
          <datalist id={names}>
            {people.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </label>
      )}
      <label>
        {t.program}
        <input
          type="text"
          required
          maxLength={100}
          placeholder={t.laptop}
          autoComplete="off"
          value={program}
          onChange={({ target }) => setProgram(target.value)}
        />
      </label>
      <fieldset className="rights">
        <legend>{t.itMay}</legend>
        {rights.map((right) => (
          <label key={right}>
            <input
              type="checkbox"
              checked={given.includes(right)}
              onChange={({ target }) =>
                setGiven(
                  target.checked ? [...given, right] : given.filter((each) => each !== right),
                )
              }
            />{" "}
            {RIGHTS[right]}
          </label>
        ))}
      </fieldset>
      <label>
        {t.endsAfter}
        <select value={days} onChange={({ target }) => setDays(target.value)}>
          {DAYS.filter((each) => each <= longestDays).map((each) => (
            <option key={each} value={each}>
              {t.countedDays(each)}
            </option>
          ))}
          {mayStay && <option value="">{t.never}</option>}
        </select>
      </label>
      <button type="submit">{t.makeAToken}</button>
    </form>
  );
}
