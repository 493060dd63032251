// Shares a library with a person, a group or everyone, and lists who has it. Draws what the server says.

import type { Role, Share } from "@wherein/api-client/team-server.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { type ReactElement, useState } from "react";
import { type Choice, SelectField, TextField } from "../form/fields.tsx";
import { RowForm } from "../form/row-form.tsx";
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
const KINDS: readonly Choice<Kind>[] = [
  ["person", t.aPerson],
  ["group", t.aGroup],
  ["everyone", t.everyone],
];

export function ShareForm({ what, known, share }: FormProps): ReactElement {
  const [chosen, setChosen] = useState(what[0] ?? "");
  const [kind, setKind] = useState<Kind>("person");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("reader");
  const [folder, setFolder] = useState("");
  const thing = what.includes(chosen) ? chosen : (what[0] ?? "");
  const whole = isBase(thing);
  const send = () => {
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
    <RowForm name={t.share} send={send}>
      {what.length > 1 && (
        <SelectField
          label={t.whatToShare}
          value={thing}
          choices={what.map((each) => [each, whatWords(each)])}
          set={setChosen}
        />
      )}
      <SelectField label={t.shareWith} value={kind} choices={KINDS} set={setKind} />
      {kind !== "everyone" && (
        <TextField
          label={kind === "person" ? t.nameOfThePerson : t.nameOfTheGroup}
          value={name}
          set={setName}
          known={kind === "person" ? known.people : known.groups}
          isName
          required
        />
      )}
      {!whole && (
        <>
          <SelectField
            className="wide"
            label={t.role}
            value={role}
            choices={(Object.keys(ROLES) as Role[]).map((each) => [each, ROLES[each]])}
            set={setRole}
          />
          <TextField
            label={t.onlyThisFolderOfIt}
            value={folder}
            set={setFolder}
            dir="auto"
            placeholder={t.allOfIt}
            isName
          />
        </>
      )}
    </RowForm>
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
