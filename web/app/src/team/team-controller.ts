// Knows who is signed in and what they may do, for all views. The pages of the team ask the server themselves.

import type { Me, TeamServer } from "@wherein/api-client/team-server.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { Store } from "../store.ts";
import { troubleOf } from "../troubles.ts";

export interface TeamState {
  /** Null until the server has said it. */
  readonly me: Me | null;
  /** Why it can't be said now. */
  readonly trouble: Trouble | null;
}

export class TeamController {
  readonly store = new Store<TeamState>({ me: null, trouble: null });

  constructor(readonly server: TeamServer) {}

  /** Learns who is signed in now: a share may be new or taken back. Where the server can't say, what was known stays. */
  async learn(): Promise<void> {
    try {
      this.store.set({ me: await this.server.me(), trouble: null });
    } catch (error) {
      this.store.set({ trouble: troubleOf(error) });
    }
  }
}

/** Whether whoever is signed in manages the server; false until it is known, so that nobody is shown what they can't use. */
export function manages(me: Me | null): boolean {
  return me?.admin === true && me.rights.includes("admin");
}

/** Whether they are a member of a team, and not whoever has the server's own token. */
export function isMember(me: Me | null): boolean {
  return me !== null && me.name !== "";
}
