/** The report piece by piece, and what it is made with where there is no Node: for programs that show it in pages of their own. */
export { makeLivingParts, type LivingTools } from "./living/makeLivingParts.ts";
export type { LivingData } from "./living/livingData.ts";
export type { Answers, Question } from "./living/questions.ts";
export { rowForm, type RowFormInput } from "./living/rowForm.ts";
export { answerTo } from "./predictor/answerTo.ts";
export {
  reportSections,
  type ReportSection,
  type ReportSections,
  type SurprisingRow,
} from "./report/reportSections.ts";
export { svgDocument } from "./svgDocument.ts";
