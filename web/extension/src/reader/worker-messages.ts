// The messages between the offscreen document and its worker: a reader message with its panel.

import type { ReaderReply, ReaderRequest } from "../messages.ts";

export type ToWorker =
  | { readonly type: "request"; readonly client: number; readonly request: ReaderRequest }
  | { readonly type: "left"; readonly client: number };

export interface FromWorker {
  readonly client: number;
  readonly reply: ReaderReply;
}
