import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { encodedLength, encodeDocument, type Posterior } from "kernelbayes";
import { columnRanking } from "../report/columnRanking.ts";
import type { EvaluationInput } from "../report/evaluationReport.ts";
import { findingsOf, judgedRows, type Findings, type HeldOut } from "../report/findings.ts";
import { modelEntry } from "../report/modelTitle.ts";
import type { LivingParts, ReportInput } from "../report/reportInput.ts";
import { fieldsOf } from "./fieldsOf.ts";
import { heldPlaces } from "./heldPlaces.ts";
import { tableData, type HeldOutData, type LivingData } from "./livingData.ts";

/** Of more held-out rows the first are listed. */
const mostHeldOut = 5000;
/** A document this much larger than the room for it is not even compressed. */
const bestCompression = 12;

/** Bytes of a file, by default: of one with a single model, and of one with the members of `auto`. */
const [mostOfOne, mostOfAuto] = [3_000_000, 8_000_000];

/**
 * What makes a report live: its model, the rows that it was fitted to, a predictor for its family of models, and the script of the page. What does
 * not fit into the file beside the `taken` bytes of the static page is left out, the intervals first, then the training rows, then the model, and the
 * report says so. Files have at most 3 MB, those of `auto` 8 MB.
 *
 * @example htmlReport(input, { document: svgDocument(), living: livingParts })
 */
export function livingParts(input: ReportInput, taken: number, most?: number): LivingParts {
  const { posterior } = input;
  const family = familyOf(posterior.model);
  const findings = findingsOf(input, {});
  const script = pageFile("page");
  const room = (most ?? (family === "auto" ? mostOfAuto : mostOfOne)) - taken - script.length - ownMarkup;
  const made = family === undefined ? undefined : modelParts(findings, family, room);
  if (made) return { script, hash: hashOf(script), ...made, hasModel: true };
  return {
    script,
    hash: hashOf(script),
    parts: { data: packed(JSON.stringify(dataOf(findings, { table: false, hasModel: false }))) },
    notes: [family === undefined ? leftOut.predictor : leftOut.model],
    hasModel: false,
  };
}

/**
 * What makes a report of an evaluation live: its rows, without the model. Thresholds are chosen and rows are sorted in the page.
 *
 * @example evaluationReport(input, { document: svgDocument(), living: livingRows })
 */
export function livingRows({ posterior, rows, rowNames }: EvaluationInput): LivingParts {
  const heldOut = judgedRows({ posterior, ...(rowNames && { rowNames }) }, { how: "hold-out", ...rows });
  const { target, classes } = posterior;
  const data: LivingData = {
    target,
    classes,
    counts: classes.map(() => 0),
    fields: [],
    names: [],
    labels: [],
    table: undefined,
    heldPlaces: undefined,
    heldOut: heldOut && heldOutData(heldOut),
    hasModel: false,
  };
  const script = pageFile("page");
  return { script, hash: hashOf(script), parts: { data: packed(JSON.stringify(data)) }, notes: [], hasModel: false };
}

/** The model with as much beside it as there is room for; undefined where it does not fit in by itself. */
function modelParts(
  findings: Findings,
  family: string,
  room: number,
): Pick<LivingParts, "parts" | "notes"> | undefined {
  const { posterior } = findings;
  const predictor = packed(pageFile(`predictor-${family}`));
  const models = (posterior.intervals ? [true, false] : [false]).flatMap((intervals) => {
    const document = posterior.toDocument({ intervals });
    if (encodedLength(document) > bestCompression * room) return [];
    return [{ model: packed(encodeDocument(document)), note: intervals ? [] : [leftOut.intervals] }];
  });
  for (const table of [true, false]) {
    const content = dataOf(findings, { table, hasModel: true });
    const data = packed(JSON.stringify(content));
    const isWhole = table || content.heldPlaces !== undefined;
    for (const { model, note } of models) {
      if (data.length + model.length + predictor.length > room) continue;
      return { parts: { data, model, predictor }, notes: [...note, ...(isWhole ? [] : [leftOut.table])] };
    }
  }
  return undefined;
}

/** Of the living sections, besides the parts. */
const ownMarkup = 12_000;

const leftOut = {
  intervals: "The intervals of predictions are left out here, because the model would take too much room with them.",
  table:
    "Training rows, and with them contributions and nearest rows, are left out here, because they take too much room.",
  model:
    "The model takes too much room for this file, so that nothing can be predicted here. Predict with the model file.",
  predictor: "The model is none of the catalogue, so that nothing can be predicted here. Predict with the model file.",
};

/** The family of a model of the catalogue, or of the one that is coupled. */
function familyOf(model: Posterior["model"]): string | undefined {
  const inner = model["model"];
  return modelEntry(model.name)?.family ?? (isModel(inner) ? familyOf(inner) : undefined);
}

function isModel(value: unknown): value is Posterior["model"] {
  return typeof value === "object" && value !== null && "name" in value && typeof value.name === "string";
}

/** A script that was built for pages, as text. */
function pageFile(name: string): string {
  return readFileSync(fileURLToPath(new URL(`./pages/${name}.js`, import.meta.url)), "utf8").trim();
}

function packed(content: string | Uint8Array): string {
  return gzipSync(content, { level: 9 }).toString("base64");
}

function hashOf(script: string): string {
  return `sha256-${createHash("sha256").update(script).digest("base64")}`;
}

function dataOf(findings: Findings, kept: { readonly table: boolean; readonly hasModel: boolean }): LivingData {
  const { posterior, input, heldOut } = findings;
  const { training, classes, encoding, target } = posterior;
  const { table, rowNames } = input;
  const names = encoding.columns.map(({ name }) => name);
  const labels = new Array<number>(table.rows).fill(-1);
  training.rows.forEach((place, at) => (labels[place] = training.classes[at]));
  const places = kept.hasModel && !kept.table ? heldPlaces(posterior, table) : undefined;
  const hasRows = kept.table || places !== undefined;
  const order = names.length > 1 ? columnRanking(findings).columns.map(({ name }) => name) : names;
  return {
    target,
    classes,
    counts: classes.map((_, q) => training.classes.filter((own) => own === q).length),
    fields: fieldsOf(posterior, order),
    names: hasRows ? Array.from(labels, (_, place) => rowNames?.[place] ?? `row ${place + 1}`) : [],
    labels: hasRows ? labels : [],
    table: kept.table ? tableData(table, names) : undefined,
    heldPlaces: places,
    heldOut: heldOut && heldOutData(heldOut),
    hasModel: kept.hasModel,
  };
}

function heldOutData({ names, truth, probabilities, weights, places }: HeldOut): HeldOutData {
  const count = Math.min(mostHeldOut, truth.length);
  const C = probabilities.columns;
  return {
    names: names.slice(0, count),
    places: places && Array.from(places).slice(0, count),
    truth: Array.from(truth).slice(0, count),
    probabilities: Array.from(probabilities.data.subarray(0, count * C), (p) => Number(p.toPrecision(6))),
    weights: weights && Array.from(weights).slice(0, count),
  };
}
