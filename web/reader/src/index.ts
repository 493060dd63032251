// What the package gives: a page read by a model, in the same steps as Python's small reader.

export {
  type FoundAnswer,
  type NearPassage,
  PageReader,
  type Reading,
  type SpanModel,
} from "./page-reader.ts";
export { type PageInput, PreparedPage } from "./prepared-page.ts";
export { type ReaderSettings, readSettings, SettingsDamaged } from "./settings.ts";
export { type TokenizerFile, WordPiece } from "./wordpiece.ts";
