// Tokens of programs and of browsers' sessions: listed without themselves, made and shown once, ended.

import type { NewToken, Right, Token, WantedToken } from "@wherein/api-client/team-server.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { type ReactElement, useState } from "react";
import { SelectField, TextField } from "../form/fields.tsx";
import { RowForm } from "../form/row-form.tsx";
import { dayOf, endWords, isOver, RIGHTS } from "./team-words.ts";

export function TokenList({
  tokens,
  session,
  showsPerson = false,
  mayEnd = true,
  end,
}: {
  readonly tokens: readonly Token[];
  /** The id of the token of this browser's session, "" for none. */
  readonly session: string;
  readonly showsPerson?: boolean;
  readonly mayEnd?: boolean;
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
              {mayEnd && id !== session && (
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
  const send = () => {
    const wanted = {
      program: program.trim(),
      rights: rights.filter((right) => given.includes(right)),
      days: days === "" ? null : Number(days),
    };
    if (wanted.program === "" || wanted.rights.length === 0) return;
    void make(person.trim(), wanted).then((made) => made && setProgram(""));
  };
  return (
    <RowForm name={t.makeAToken} send={send}>
      {people && (
        <TextField
          label={t.nameOfThePerson}
          value={person}
          set={setPerson}
          known={people}
          isName
          required
        />
      )}
      <TextField
        label={t.program}
        value={program}
        set={setProgram}
        maxLength={100}
        placeholder={t.laptop}
        isName
        required
      />
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
      <SelectField
        label={t.endsAfter}
        value={days}
        choices={[
          ...DAYS.filter((each) => each <= longestDays).map(
            (each) => [String(each), t.countedDays(each)] as const,
          ),
          ...(mayStay ? [["", t.never] as const] : []),
        ]}
        set={setDays}
      />
    </RowForm>
  );
}
