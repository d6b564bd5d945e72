import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { EvaluationInput } from "../report/evaluationReport.ts";
import type { LivingParts, ReportInput } from "../report/reportInput.ts";
import { makeLivingParts, makeLivingRows, type LivingTools } from "./makeLivingParts.ts";

const tools: LivingTools = {
  file: (name) => readFileSync(fileURLToPath(new URL(`./pages/${name}.js`, import.meta.url)), "utf8").trim(),
  hash: (script) => `sha256-${createHash("sha256").update(script).digest("base64")}`,
  compressed: (content) => gzipSync(content, { level: 9 }),
};

/**
 * What makes a report live: its model, the rows that it was fitted to, a predictor for its family of models, and the script of the page. What does
 * not fit into the file beside the `taken` bytes of the static page is left out, the intervals first, then the training rows, then the model, and the
 * report says so. Files have at most 3 MB, those of `auto` 8 MB.
 *
 * @example htmlReport(input, { document: svgDocument(), living: livingParts })
 */
export function livingParts(input: ReportInput, taken: number, most?: number): LivingParts {
  return makeLivingParts(tools, input, taken, most);
}

/**
 * What makes a report of an evaluation live: its rows, without the model. Thresholds are chosen and rows are sorted in the page.
 *
 * @example evaluationReport(input, { document: svgDocument(), living: livingRows })
 */
export function livingRows(input: EvaluationInput): LivingParts {
  return makeLivingRows(tools, input);
}
