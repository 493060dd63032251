// Shares a library with a person, a group or everyone, and lists who has it. Draws what the server says.

import type { Role, Share } from "@wherein/api-client/team-server.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { type FormEvent, type ReactElement, useId, useState } from "react";
import { EVERYONE, groupNamed, isBase, keyOf, ROLES, whatWords, whomWords } from "./team-words.ts";

/** Names that are known here; others can be typed. */
export interface Known {
  readonly people: readonly string[];
  readonly groups: readonly string[];
}

interface FormProps {
  /** The one thing that is shared, or those to choose from. */
  readonly what: readonly string[];
  readonly known: Known;
  /** True where the server took it. */
  readonly share: (share: Share) => Promise<boolean>;
}

type Kind = "person" | "group" | "everyone";

export function ShareForm({ what, known, share }: FormProps): ReactElement {
  const [chosen, setChosen] = useState(what[0] ?? "");
  const [kind, setKind] = useState<Kind>("person");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("reader");
  const [folder, setFolder] = useState("");
  const names = useId();
  const thing = what.includes(chosen) ? chosen : (what[0] ?? "");
  const whole = isBase(thing);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const called = name.trim();
    if (kind !== "everyone" && called === "") return;
    const whom = { person: called, group: groupNamed(called), everyone: EVERYONE }[kind];
    const wanted: Share = {
      what: thing,
      whom,
      role: whole ? "reader" : role,
      folder: whole ? "" : folder.trim(),
    };
    void share(wanted).then((taken) => {
      if (!taken) return;
      setName("");
      setFolder("");
    });
  };
  return (
    <form className="edit" onSubmit={submit}>
      {what.length > 1 && (
        <label>
          {t.whatToShare}
          <select value={thing} onChange={({ target }) => setChosen(target.value)}>
            {what.map((each) => (
              <option key={each} value={each}>
                {whatWords(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        {t.shareWith}
        <select value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
          <option value="person">{t.aPerson}</option>
          <option value="group">{t.aGroup}</option>
          <option value="everyone">{t.everyone}</option>
        </select>
      </label>
      {kind !== "everyone" && (
        <label>
          {kind === "person" ? t.nameOfThePerson : t.nameOfTheGroup}
          <input
            type="text"
            list={names}
            required
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <datalist id={names}>
            {(kind === "person" ? known.people : known.groups).map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </label>
      )}
      {!whole && (
        <>
          <label className="wide">
            {t.role}
            <select value={role} onChange={({ target }) => setRole(target.value as Role)}>
              {(Object.keys(ROLES) as Role[]).map((each) => (
                <option key={each} value={each}>
                  {ROLES[each]}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t.onlyThisFolderOfIt}
            <input
              type="text"
              dir="auto"
              placeholder={t.allOfIt}
              autoComplete="off"
              spellCheck={false}
              value={folder}
              onChange={({ target }) => setFolder(target.value)}
            />
          </label>
        </>
      )}
      <button type="submit">{t.share}</button>
    </form>
  );
}

export function ShareList({
  shares,
  showsWhat = false,
  takeBack,
}: {
  readonly shares: readonly Share[];
  /** Where shares of several libraries are listed. */
  readonly showsWhat?: boolean;
  readonly takeBack: (share: Share) => void;
}): ReactElement {
  return (
    <ul className="documents">
      {shares.map((share) => {
        const { what, whom, role, folder } = share;
        return (
          <li key={keyOf(share)}>
            <span className="title" dir="auto">
              {showsWhat ? t.whatForWhom(whatWords(what), whomWords(whom)) : whomWords(whom)}
            </span>
            <span className="meta">
              <span>{ROLES[role]}</span>
              {folder && (
                <span className="source" dir="auto">
                  {t.onlyTheFolder(folder)}
                </span>
              )}
            </span>
            <span className="row-actions">
              <button
                type="button"
                aria-label={t.takeBackFrom(whatWords(what), whomWords(whom))}
                onClick={() => takeBack(share)}
              >
                {t.takeBack}
              </button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
