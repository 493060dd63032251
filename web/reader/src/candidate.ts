// What a reader proposes, before anything is shown.

import type { Span } from "@wherein/anchoring/span.ts";
import type { Judged } from "./calibration.ts";

/** A span that a reader proposes in one passage. */
export interface Candidate extends Judged {
  readonly span: Span;
}
