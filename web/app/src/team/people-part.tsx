// The people of a team: added, let in by a link that works once, put in groups, shut out, removed.

import type { Person, TeamServer, Token } from "@wherein/api-client/team-server.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { type ReactElement, useCallback, useRef, useState } from "react";
import { Confirmed } from "../form/confirmed.tsx";
import { FilterField, SelectField, TextField } from "../form/fields.tsx";
import { RowForm } from "../form/row-form.tsx";
import { Refusal } from "../refusal.tsx";
import { useAttempts, useLoaded } from "./attempts.ts";
import { ShownOnce } from "./shown-once.tsx";
import type { PartProps } from "./team-view.tsx";
import { isOver } from "./team-words.ts";

/** More rows at once make the page slow. */
export const ROWS = 100;

/** Runs an action, reads the people again, and says what was done. */
type Change = (what: () => Promise<unknown>, done: string) => Promise<boolean>;

interface Link {
  readonly person: string;
  readonly address: string;
}

export function PeoplePart({ server, self, changed }: PartProps): ReactElement {
  const get = useCallback(() => server.people(), [server]);
  const { value, trouble, load } = useLoaded(get);
  const { refused, said, attempt } = useAttempts();
  const [link, setLink] = useState<Link | null>(null);
  const [words, setWords] = useState("");
  const [opened, setOpened] = useState("");
  const [most, setMost] = useState(ROWS);
  const heading = useRef<HTMLHeadingElement>(null);
  const people = value?.people ?? [];
  const groups = [...new Set(people.flatMap((person) => person.groups))].toSorted();
  const found = people.filter(({ name, groups: of }) =>
    [name, ...of].some((each) => each.includes(words.trim().toLowerCase())),
  );
  const change: Change = (what, done) =>
    attempt(async () => {
      await what();
      await load();
      changed();
    }, done);
  return (
    <section aria-label={t.people}>
      <h2 ref={heading} tabIndex={-1}>
        {t.people}
      </h2>
      <p className="note">{t.eachPersonHasALibrary}</p>
      <AddPerson
        add={(name, admin) => change(() => server.addPerson(name, admin), t.isAdded(name))}
      />
      {trouble && <TroubleNote trouble={trouble} retry={() => void load()} />}
      {refused && <Refusal trouble={refused} />}
      <p className="note" role="status">
        {said || (value && (people.length === 0 ? t.nobodyYet : t.countedPeople(found.length)))}
      </p>
      {people.length > 8 && <FilterField label={t.nameOrGroup} value={words} set={setWords} />}
      <ul className="documents">
        {found.slice(0, most).map((person) => (
          <PersonRow
            key={person.name}
            person={person}
            tokens={(value?.tokens ?? []).filter((token) => token.person === person.name)}
            isSelf={person.name === self}
            isOpen={opened === person.name}
            toggle={() => setOpened(opened === person.name ? "" : person.name)}
            makeLink={() =>
              void change(async () => {
                const address = await server.signInLink(person.name, location.origin);
                setLink({ person: person.name, address });
              }, "")
            }
          >
            {link?.person === person.name && (
              <ShownOnce
                name={t.signInLinkFor(person.name)}
                note={t.theLinkWorksOnce(person.name)}
                secret={link.address}
                done={() => setLink(null)}
              />
            )}
            {opened === person.name && (
              <Manage
                person={person}
                groups={groups}
                isSelf={person.name === self}
                server={server}
                change={change}
                gone={() => {
                  setOpened("");
                  heading.current?.focus();
                }}
              />
            )}
          </PersonRow>
        ))}
      </ul>
      {found.length > most && (
        <button type="button" onClick={() => setMost(most + ROWS)}>
          {t.showMoreRows(found.length - most)}
        </button>
      )}
    </section>
  );
}

function AddPerson({
  add,
}: {
  readonly add: (name: string, admin: boolean) => Promise<boolean>;
}): ReactElement {
  const [name, setName] = useState("");
  const [admin, setAdmin] = useState(false);
  const send = () => {
    if (name.trim() === "") return;
    void add(name.trim(), admin).then((added) => {
      if (!added) return;
      setName("");
      setAdmin(false);
    });
  };
  return (
    <RowForm name={t.addThePerson} send={send}>
      <TextField
        label={t.nameOfANewPerson}
        value={name}
        set={setName}
        maxLength={63}
        placeholder={t.anna}
        isName
        required
      />
      <RoleField isAdmin={admin} set={setAdmin} />
    </RowForm>
  );
}

const ROLES = [
  ["member", t.member],
  ["admin", t.adminOfTheServer],
] as const;

function RoleField({
  isAdmin,
  set,
  className,
}: {
  readonly isAdmin: boolean;
  readonly set: (isAdmin: boolean) => void;
  readonly className?: string;
}): ReactElement {
  return (
    <SelectField
      label={t.role}
      value={isAdmin ? "admin" : "member"}
      choices={ROLES}
      set={(role) => set(role === "admin")}
      {...(className && { className })}
    />
  );
}

function PersonRow({
  person,
  tokens,
  isSelf,
  isOpen,
  toggle,
  makeLink,
  children,
}: {
  readonly person: Person;
  readonly tokens: readonly Token[];
  readonly isSelf: boolean;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly makeLink: () => void;
  readonly children: React.ReactNode;
}): ReactElement {
  const { name, admin, groups } = person;
  const now = Date.now();
  const alive = tokens.filter((token) => !isOver(token, now)).length;
  return (
    <li>
      <span className="title" dir="auto">
        {name}
      </span>
      <span className="meta">
        {isSelf && <span>{t.you}</span>}
        <span>{admin ? t.adminWord : t.memberWord}</span>
        {groups.map((group) => (
          <span key={group} className="tag" dir="auto">
            {group}
          </span>
        ))}
        <span>{alive === 0 ? t.noWayIn : t.countedWaysIn(alive)}</span>
      </span>
      <span className="row-actions">
        <button type="button" aria-label={t.makeSignInLinkFor(name)} onClick={makeLink}>
          {t.signInLink}
        </button>
        <button
          type="button"
          aria-label={t.manageNamed(name)}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {t.manage}
        </button>
      </span>
      <div className="unfolded">{children}</div>
    </li>
  );
}

function Manage({
  person,
  groups,
  isSelf,
  server,
  change,
  gone,
}: {
  readonly person: Person;
  readonly groups: readonly string[];
  readonly isSelf: boolean;
  readonly server: TeamServer;
  readonly change: Change;
  /** The person is removed, and the row with the pressed button. */
  readonly gone: () => void;
}): ReactElement {
  const { name, admin } = person;
  return (
    <div className="managed">
      <Groups
        person={person}
        groups={groups}
        join={(group) => change(() => server.join(group, name), t.isIn(name, group))}
        leave={(group) => void change(() => server.leave(group, name), t.isNoLongerIn(name, group))}
      />
      {isSelf ? (
        <p className="note">{t.anotherAdminChangesYours}</p>
      ) : (
        <>
          <RoleField
            className="of-role"
            isAdmin={admin}
            set={(becomes) => {
              const done = becomes ? t.isAnAdmin(name) : t.isAMember(name);
              void change(() => server.setAdmin(name, becomes), done);
            }}
          />
          <div className="members">
            <Confirmed
              name={t.endAccess}
              question={t.allSessionsEnd(name)}
              take={() => void change(() => server.endAccess(name), t.isShutOut(name))}
            />
            <Confirmed
              name={t.removePerson}
              question={t.personIsRemoved(name)}
              take={() =>
                void change(() => server.removePerson(name), t.isRemoved(name)).then(
                  (done) => done && gone(),
                )
              }
            />
          </div>
        </>
      )}
    </div>
  );
}

function Groups({
  person,
  groups,
  join,
  leave,
}: {
  readonly person: Person;
  readonly groups: readonly string[];
  readonly join: (group: string) => Promise<boolean>;
  readonly leave: (group: string) => void;
}): ReactElement {
  const [group, setGroup] = useState("");
  const field = useRef<HTMLInputElement>(null);
  return (
    <RowForm
      name={t.add}
      send={() => {
        if (group.trim() === "") return;
        void join(group.trim()).then((joined) => joined && setGroup(""));
      }}
      after={person.groups.map((each) => (
        <button
          key={each}
          type="button"
          onClick={() => {
            leave(each);
            field.current?.focus();
          }}
        >
          {t.takeOutOf(each)}
        </button>
      ))}
    >
      <TextField
        label={t.addToAGroup}
        value={group}
        set={setGroup}
        known={groups.filter((each) => !person.groups.includes(each))}
        isName
        field={field}
      />
    </RowForm>
  );
}
