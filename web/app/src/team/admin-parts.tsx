// Groups, tokens, shares and what was done, as those who run the server see them. Draws what the server says.

import type { Audited, NewToken } from "@wherein/api-client/team-server.ts";
import { moment } from "@wherein/ui/messages/day.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { type ReactElement, useCallback, useRef, useState } from "react";
import { FilterField, TextField } from "../form/fields.tsx";
import { RowForm } from "../form/row-form.tsx";
import { Refusal } from "../refusal.tsx";
import { useAttempts, useLoaded } from "./attempts.ts";
import { ROWS } from "./people-part.tsx";
import { ShareForm, ShareList } from "./share-form.tsx";
import { ShownOnce } from "./shown-once.tsx";
import type { PartProps } from "./team-view.tsx";
import { baseNamed, doneWords, whatWords, whomWords } from "./team-words.ts";
import { TokenForm, TokenList } from "./token-list.tsx";

export function GroupsPart({ server }: PartProps): ReactElement {
  const get = useCallback(() => server.people(), [server]);
  const { value, trouble, load } = useLoaded(get);
  const { refused, said, attempt } = useAttempts();
  const heading = useRef<HTMLHeadingElement>(null);
  const [group, setGroup] = useState("");
  const [person, setPerson] = useState("");
  const members = new Map<string, string[]>();
  for (const { name, groups } of value?.people ?? []) {
    for (const each of groups) members.set(each, [...(members.get(each) ?? []), name]);
  }
  const join = () => {
    const [to, who] = [group.trim(), person.trim()];
    if (to === "" || who === "") return;
    void attempt(
      async () => {
        await server.join(to, who);
        await load();
      },
      t.isIn(who, to),
    ).then((joined) => joined && setPerson(""));
  };
  return (
    <section aria-label={t.groups}>
      <h2 ref={heading} tabIndex={-1}>
        {t.groups}
      </h2>
      <p className="note">{t.aGroupIsThereWhile}</p>
      <RowForm name={t.addToTheGroup} send={join}>
        <TextField
          label={t.nameOfTheGroup}
          value={group}
          set={setGroup}
          known={[...members.keys()]}
          isName
          required
        />
        <TextField
          label={t.nameOfThePerson}
          value={person}
          set={setPerson}
          known={(value?.people ?? []).map(({ name }) => name)}
          isName
          required
        />
      </RowForm>
      {trouble && <TroubleNote trouble={trouble} retry={() => void load()} />}
      {refused && <Refusal trouble={refused} />}
      <p className="note" role="status">
        {said || (value && members.size === 0 && t.noGroupYet)}
      </p>
      <ul className="documents">
        {[...members].toSorted().map(([name, of]) => (
          <li key={name}>
            <span className="title" dir="auto">
              {name}
            </span>
            <span className="meta">
              <span>{t.countedPeople(of.length)}</span>
            </span>
            <ul className="unfolded managed">
              {of.map((each) => (
                <li key={each} className="member">
                  <span dir="auto">{each}</span>
                  <button
                    type="button"
                    aria-label={t.takeNamedOutOf(each, name)}
                    onClick={() => {
                      heading.current?.focus();
                      void attempt(
                        async () => {
                          await server.leave(name, each);
                          await load();
                        },
                        t.isNoLongerIn(each, name),
                      );
                    }}
                  >
                    {t.takeOut}
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function TokensPart({ server, session }: PartProps): ReactElement {
  const get = useCallback(() => server.people(), [server]);
  const { value, trouble, load } = useLoaded(get);
  const { refused, said, attempt } = useAttempts();
  const [made, setMade] = useState<NewToken | null>(null);
  const [words, setWords] = useState("");
  const [most, setMost] = useState(ROWS);
  const heading = useRef<HTMLHeadingElement>(null);
  const all = value?.tokens ?? [];
  const found = all.filter(({ person, program }) =>
    [person, program].some((each) => each.toLowerCase().includes(words.trim().toLowerCase())),
  );
  return (
    <section aria-label={t.tokens}>
      <h2 ref={heading} tabIndex={-1}>
        {t.tokens}
      </h2>
      <p className="note">{t.aTokenIsAProgramsWayIn}</p>
      <TokenForm
        people={(value?.people ?? []).map(({ name }) => name)}
        rights={["read", "write", "admin"]}
        longestDays={365}
        mayStay
        make={async (person, wanted) => {
          let token: NewToken | null = null;
          await attempt(async () => {
            token = await server.makeToken(person, wanted);
            setMade(token);
            await load();
          });
          return token;
        }}
      />
      {made && (
        <ShownOnce
          name={t.newToken}
          note={t.itIsShownOnce}
          secret={made.token}
          done={() => setMade(null)}
        />
      )}
      {trouble && <TroubleNote trouble={trouble} retry={() => void load()} />}
      {refused && <Refusal trouble={refused} />}
      <p className="note" role="status">
        {said || (value && t.countedTokens(found.length))}
      </p>
      {all.length > 8 && <FilterField label={t.personOrProgram} value={words} set={setWords} />}
      <TokenList
        tokens={found.slice(0, most)}
        session={session}
        showsPerson
        end={({ id, program }) => {
          heading.current?.focus();
          void attempt(async () => {
            await server.revoke(id);
            await load();
          }, t.isRevoked(program));
        }}
      />
      {found.length > most && (
        <button type="button" onClick={() => setMost(most + ROWS)}>
          {t.showMoreRows(found.length - most)}
        </button>
      )}
    </section>
  );
}

export function SharesPart({ server }: PartProps): ReactElement {
  const get = useCallback(
    async () => ({
      shares: await server.shares(),
      all: await server.people(),
      bases: await server.bases(),
    }),
    [server],
  );
  const { value, trouble, load } = useLoaded(get);
  const { refused, said, attempt } = useAttempts();
  const [name, setName] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const change = (what: () => Promise<unknown>, done: string) =>
    attempt(async () => {
      await what();
      await load();
    }, done);
  const people = value?.all.people ?? [];
  const make = () => {
    const called = name.trim();
    if (called === "") return;
    void change(() => server.addLibrary(called), t.libraryIsMade(called)).then(
      (done) => done && setName(""),
    );
  };
  return (
    <section aria-label={t.shares}>
      <h2 ref={heading} tabIndex={-1}>
        {t.shares}
      </h2>
      <p className="note">{t.whatIsSharedIsReadable}</p>
      {value && (
        <ShareForm
          what={[...value.all.libraries, ...value.bases.map(baseNamed)]}
          known={{
            people: people.map((person) => person.name),
            groups: [...new Set(people.flatMap(({ groups }) => groups))].toSorted(),
          }}
          share={(share) =>
            change(
              () => server.share(share),
              t.isShared(whatWords(share.what), whomWords(share.whom)),
            )
          }
        />
      )}
      {trouble && <TroubleNote trouble={trouble} retry={() => void load()} />}
      {refused && <Refusal trouble={refused} />}
      <p className="note" role="status">
        {said || (value && value.shares.length === 0 && t.nothingIsShared)}
      </p>
      {value && (
        <ShareList
          shares={value.shares}
          showsWhat
          takeBack={(share) => {
            heading.current?.focus();
            const done = t.isTakenBack(whatWords(share.what), whomWords(share.whom));
            void change(() => server.unshare(share), done);
          }}
        />
      )}
      <h3>{t.aLibraryForSeveral}</h3>
      <RowForm name={t.makeTheLibrary} send={make}>
        <TextField
          label={t.nameOfTheLibrary}
          value={name}
          set={setName}
          maxLength={63}
          isName
          required
        />
      </RowForm>
    </section>
  );
}

export function ActivityPart({ server }: PartProps): ReactElement {
  const [before, setBefore] = useState<number | null>(null);
  const [newer, setNewer] = useState<readonly Audited[]>([]);
  const get = useCallback(() => server.audit(ROWS, before), [server, before]);
  const { value: page, trouble, load } = useLoaded(get);
  const last = newer.at(-1)?.number ?? null;
  // Until the older ones are there, the value is still the page that is among the newer ones.
  const isOlder = page !== null && (last === null || page.every(({ number }) => number < last));
  const value = page && [...newer, ...(isOlder ? page : [])];
  return (
    <section aria-label={t.activity}>
      <h2>{t.activity}</h2>
      <p className="note">{t.whoReadAddedAndShared}</p>
      {trouble && <TroubleNote trouble={trouble} retry={() => void load()} />}
      {value?.length === 0 && <p className="note">{t.nothingWasDoneYet}</p>}
      <ul className="documents">
        {value?.map(({ number, at, person, what, about }) => (
          <li key={number}>
            <span className="title" dir="auto">
              {person === "" ? t.whoeverHasTheServersToken : person}
            </span>
            <span className="meta">
              <span>{doneWords(what)}</span>
              <time dateTime={at}>{moment(at)}</time>
              {about && <span className="source">{about}</span>}
            </span>
          </li>
        ))}
      </ul>
      {value && isOlder && page.length >= ROWS && (
        <button
          type="button"
          onClick={() => {
            setNewer(value);
            setBefore(value.at(-1)?.number ?? null);
          }}
        >
          {t.showOlder}
        </button>
      )}
    </section>
  );
}
