// A member's page: what they may read and from where, who has what is theirs, their tokens, signing out.

import type {
  HeldLibrary,
  Me,
  NewToken,
  Share,
  TeamServer,
} from "@wherein/api-client/team-server.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import {
  type ReactElement,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Refusal } from "../refusal.tsx";
import { useAttempts, useLoaded } from "./attempts.ts";
import { type Known, ShareForm, ShareList } from "./share-form.tsx";
import { ShownOnce } from "./shown-once.tsx";
import type { TeamController } from "./team-controller.ts";
import { dayOf, mayShare, ROLES, wayWords, whomWords } from "./team-words.ts";
import { TokenForm, TokenList } from "./token-list.tsx";

interface Props {
  readonly team: TeamController;
  /** The browser is signed out: the page begins again. */
  readonly signedOut: () => void;
}

export function SharingView({ team, signedOut }: Props): ReactElement {
  const { me, trouble } = useSyncExternalStore(team.store.subscribe, team.store.snapshot);
  useEffect(() => void team.learn(), [team]);
  return (
    <main className="page team">
      <h1>{t.sharing}</h1>
      {trouble && <TroubleNote trouble={trouble} retry={() => void team.learn()} />}
      {me === null && !trouble && <p className="note">{t.lookingItUp}</p>}
      {me !== null && me.name === "" && <p className="note">{t.youHaveTheServersOwnToken}</p>}
      {me !== null && me.name !== "" && (
        <>
          <p className="note">
            {me.groups.length === 0
              ? t.signedInAs(me.name)
              : t.signedInAsOf(me.name, me.groups.join(", "))}{" "}
            {t.yourAnswersComeFromThese}
          </p>
          <Libraries me={me} server={team.server} />
          <OwnTokens me={me} server={team.server} />
          <SignOut server={team.server} signedOut={signedOut} />
        </>
      )}
    </main>
  );
}

function Libraries({ me, server }: { readonly me: Me; readonly server: TeamServer }): ReactElement {
  const { refused, said, attempt } = useAttempts();
  const [shares, setShares] = useState<readonly Share[]>([]);
  const [opened, setOpened] = useState("");
  const owns = me.rights.includes("write") && me.libraries.some(mayShare);
  useEffect(() => {
    if (owns) void attempt(async () => setShares(await server.shares()));
  }, [owns, attempt, server]);
  const known = namesIn(shares, me);
  return (
    <section aria-label={t.whatYouMayRead}>
      <h2>{t.whatYouMayRead}</h2>
      <p className="note" role="status">
        {said}
      </p>
      <ul className="documents">
        {me.libraries.map((held) => (
          <LibraryRow
            key={`${held.library} ${held.folder}`}
            held={held}
            isOpen={opened === held.library && mayShare(held)}
            shares={shares.filter(({ what }) => what === held.library)}
            open={
              owns && mayShare(held)
                ? () => setOpened(opened === held.library ? "" : held.library)
                : null
            }
          >
            {refused && <Refusal trouble={refused} />}
            <Sharing
              library={held.library}
              shares={shares.filter(({ what }) => what === held.library)}
              known={known}
              share={(share) =>
                attempt(
                  async () => setShares(await server.share(share)),
                  t.isShared(share.what, whomWords(share.whom)),
                )
              }
              takeBack={(share) =>
                void attempt(
                  async () => setShares(await server.unshare(share)),
                  t.isTakenBack(share.what, whomWords(share.whom)),
                )
              }
            />
          </LibraryRow>
        ))}
        {me.bases.map(({ name, through }) => (
          <li key={`base ${name}`}>
            <span className="title" dir="auto">
              {name}
            </span>
            <span className="meta">
              <span>{t.knowledgeBase}</span>
              <span>{wayWords(through)}</span>
            </span>
          </li>
        ))}
      </ul>
      {me.libraries.every(({ through }) => through.includes("own")) && me.bases.length === 0 && (
        <p className="note empty-note">{t.nothingIsSharedWithYouYet}</p>
      )}
    </section>
  );
}

function LibraryRow({
  held,
  shares,
  isOpen,
  open,
  children,
}: {
  readonly held: HeldLibrary;
  readonly shares: readonly Share[];
  readonly isOpen: boolean;
  /** Null for who may not share it. */
  readonly open: (() => void) | null;
  readonly children: React.ReactNode;
}): ReactElement {
  const { library, folder, role, owner, through } = held;
  const isOwn = through.includes("own");
  return (
    <li>
      <span className="title" dir="auto">
        {library}
      </span>
      <span className="meta">
        <span>{isOwn ? wayWords(through) : fromWords(owner, through)}</span>
        {!isOwn && <span>{ROLES[role]}</span>}
        {folder && (
          <span className="source" dir="auto">
            {t.onlyTheFolder(folder)}
          </span>
        )}
        {open && <span>{t.sharedWithCounted(shares.length)}</span>}
      </span>
      {open && (
        <span className="row-actions">
          <button
            type="button"
            aria-label={t.shareNamed(library)}
            aria-expanded={isOpen}
            onClick={open}
          >
            {t.shareMore}
          </button>
        </span>
      )}
      {isOpen && <div className="unfolded managed">{children}</div>}
    </li>
  );
}

/** By whom and through what somebody else's library came. */
function fromWords(owner: string, through: readonly string[]): string {
  return owner === "" ? wayWords(through) : t.ofOwner(owner, wayWords(through));
}

function Sharing({
  library,
  shares,
  known,
  share,
  takeBack,
}: {
  readonly library: string;
  readonly shares: readonly Share[];
  readonly known: Known;
  readonly share: (share: Share) => Promise<boolean>;
  readonly takeBack: (share: Share) => void;
}): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {t.whoHas(library)}
      </h3>
      {shares.length === 0 ? (
        <p className="note">{t.nobodyElseHasIt}</p>
      ) : (
        <ShareList
          shares={shares}
          takeBack={(taken) => {
            takeBack(taken);
            // The row of the pressed button goes.
            heading.current?.focus();
          }}
        />
      )}
      <ShareForm what={[library]} known={known} share={share} />
    </>
  );
}

/** The names that a member has used or is called by: nobody is told who else there is. */
function namesIn(shares: readonly Share[], me: Me): Known {
  const whom = shares.map((share) => share.whom);
  const groups = whom.flatMap((name) => (name.startsWith("group:") ? [name.slice(6)] : []));
  return {
    people: [...new Set(whom.filter((name) => !name.includes(":") && name !== "everyone"))],
    groups: [...new Set([...me.groups, ...groups])],
  };
}

function OwnTokens({ me, server }: { readonly me: Me; readonly server: TeamServer }): ReactElement {
  const get = useCallback(() => server.ownTokens(), [server]);
  const { value: tokens, trouble, load } = useLoaded(get);
  const { refused, said, attempt } = useAttempts();
  const [made, setMade] = useState<NewToken | null>(null);
  const own = tokens?.find(({ id }) => id === me.token);
  return (
    <section aria-label={t.yourTokens}>
      <h2>{t.yourTokens}</h2>
      <p className="note">
        {t.aTokenLetsAProgram} {own?.expires && t.itEndsWithThisSession(dayOf(own.expires))}
      </p>
      {trouble && <TroubleNote trouble={trouble} retry={() => void load()} />}
      <p className="note" role="status">
        {said}
      </p>
      {tokens && (
        <TokenList
          tokens={tokens}
          session={me.token}
          mayEnd={me.makes_tokens}
          end={({ id, program }) =>
            void attempt(async () => {
              await server.endOwnToken(id);
              await load();
            }, t.isRevoked(program))
          }
        />
      )}
      {refused && <Refusal trouble={refused} />}
      {made && (
        <ShownOnce
          name={t.newToken}
          note={t.itIsShownOnce}
          secret={made.token}
          done={() => setMade(null)}
        />
      )}
      {!me.makes_tokens && me.rights.includes("write") && (
        <p className="note">{t.thisSessionMakesNoTokens}</p>
      )}
      {me.makes_tokens && (
        <>
          <h3>{t.makeAToken}</h3>
          <TokenForm
            rights={me.rights}
            longestDays={30}
            make={async (_, wanted) => {
              let token: NewToken | null = null;
              await attempt(async () => {
                token = await server.makeOwnToken(wanted);
                setMade(token);
                await load();
              });
              return token;
            }}
          />
        </>
      )}
    </section>
  );
}

function SignOut({
  server,
  signedOut,
}: {
  readonly server: TeamServer;
  readonly signedOut: () => void;
}): ReactElement {
  const { refused, attempt } = useAttempts();
  return (
    <section>
      <h2>{t.signingOut}</h2>
      <p>
        {t.thisBrowserForgetsTheServerA} {t.tokensMadeHereEndToo}
      </p>
      <button
        type="button"
        onClick={() =>
          void attempt(async () => {
            await server.signOut();
            signedOut();
          })
        }
      >
        {t.signOut}
      </button>
      {refused && <Refusal trouble={refused} />}
    </section>
  );
}
