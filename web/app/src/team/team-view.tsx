// The page of those who run the server: people, groups, tokens, shares, what was done, and how the server is.

import type { TeamServer } from "@wherein/api-client/team-server.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { type ReactElement, useEffect, useState, useSyncExternalStore } from "react";
import { ActivityPart, GroupsPart, SharesPart, TokensPart } from "./admin-parts.tsx";
import { HealthPart } from "./health-part.tsx";
import { PeoplePart } from "./people-part.tsx";
import { manages, type TeamController } from "./team-controller.ts";

const PARTS = [
  ["people", t.people],
  ["groups", t.groups],
  ["shares", t.shares],
  ["tokens", t.tokens],
  ["activity", t.activity],
  ["health", t.health],
] as const;
type Part = (typeof PARTS)[number][0];

export interface PartProps {
  readonly server: TeamServer;
  /** The name of whoever is signed in; "" with the server's own token. */
  readonly self: string;
  /** The id of the token of this browser's session. */
  readonly session: string;
  /** There are others now: the menu has an entry for them. */
  readonly changed: () => void;
}

export function TeamView({ team }: { readonly team: TeamController }): ReactElement {
  const { me, trouble } = useSyncExternalStore(team.store.subscribe, team.store.snapshot);
  const [part, setPart] = useState<Part>(partOf(location.hash));
  useEffect(() => void team.learn(), [team]);
  useEffect(() => {
    const follow = () => setPart(partOf(location.hash));
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  const show = (to: Part) => {
    // Reloaded, the same part is shown.
    history.replaceState(history.state, "", `#${to}`);
    setPart(to);
  };
  return (
    <main className="page team">
      <h1>{t.team}</h1>
      {trouble && <TroubleNote trouble={trouble} retry={() => void team.learn()} />}
      {me !== null && !manages(me) && <p className="note">{t.onlyThoseWhoRunTheServer}</p>}
      {me !== null && manages(me) && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a line in every browser. */}
          <div className="scope parts" role="group" aria-label={t.partsOfThisPage}>
            {PARTS.map(([each, name]) => (
              <button
                key={each}
                type="button"
                aria-pressed={part === each}
                onClick={() => show(each)}
              >
                {name}
              </button>
            ))}
          </div>
          <Shown
            part={part}
            server={team.server}
            self={me.name}
            session={me.token}
            changed={() => void team.learn()}
          />
        </>
      )}
    </main>
  );
}

function Shown({ part, ...props }: PartProps & { readonly part: Part }): ReactElement {
  switch (part) {
    case "people":
      return <PeoplePart {...props} />;
    case "groups":
      return <GroupsPart {...props} />;
    case "shares":
      return <SharesPart {...props} />;
    case "tokens":
      return <TokensPart {...props} />;
    case "activity":
      return <ActivityPart {...props} />;
    case "health":
      return <HealthPart {...props} />;
  }
}

function partOf(hash: string): Part {
  const named = hash.replace(/^#/u, "");
  return PARTS.find(([part]) => part === named)?.[0] ?? "people";
}
