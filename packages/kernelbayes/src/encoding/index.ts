export type { CategoryCoding } from "./learnCategory.ts";
export { columnWeights } from "./columnWeights.ts";
export { encode } from "./encode.ts";
export { encodeLabels, type Labels } from "./encodeLabels.ts";
export {
  columnGroups,
  encodedColumns,
  type CategoryEncoding,
  type ColumnEncoding,
  type EncodedColumn,
  type Encoding,
  type MissingRule,
  type NumberEncoding,
  type PresenceEncoding,
  type RankEncoding,
  type UnseenRule,
} from "./encoding.ts";
export { encodingFromDocument } from "./encodingFromDocument.ts";
export { groupCodes } from "./groupCodes.ts";
export { isFewValued } from "./isFewValued.ts";
export { learnEncoding, type EncodingOptions, type LearnedEncoding } from "./learnEncoding.ts";
export type { Standardization } from "./learnNumber.ts";
