// What the package gives: a page read by a model, in the same steps as Python's small reader.

export {
  type FoundAnswer,
  type NearPassage,
  type PageInput,
  PageReader,
  PreparedPage,
  type Reading,
  type SpanModel,
} from "./page-reader.ts";
export { type ReaderSettings, readSettings, SettingsDamaged } from "./settings.ts";
export { type TokenizerFile, WordPiece } from "./wordpiece.ts";
