export { type CategoryCoding, isFewValued } from "./learnCategory.ts";
export { columnWeights, encodeLabels, type Labels, groupCodes } from "./encodeLabels.ts";
export { encode } from "./encode.ts";
export {
  columnGroups,
  encodedColumns,
  type CategoryEncoding,
  type ColumnEncoding,
  type DateCycle,
  type DateEncoding,
  type EncodedColumn,
  type Encoding,
  type MissingRule,
  type NumberEncoding,
  type PresenceEncoding,
  type RankEncoding,
  type UnseenRule,
} from "./encoding.ts";
export { encodingFromDocument } from "./encodingFromDocument.ts";
export { learnEncoding, type EncodingOptions, type LearnedEncoding } from "./learnEncoding.ts";
export type { Standardization } from "./learnNumber.ts";
