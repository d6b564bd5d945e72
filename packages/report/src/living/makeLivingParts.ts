import { type Posterior } from "kernelbayes";
import { encodedLength, encodeDocument } from "kernelbayes/models";
import type { EvaluationInput } from "../report/evaluationReport.ts";
import { findingsOf, judgedRows, type Findings } from "../report/findings.ts";
import { modelEntry } from "../report/modelTitle.ts";
import type { LivingParts, ReportInput } from "../report/reportInput.ts";
import type { LivingData } from "./livingData.ts";
import { heldOutData, livingDataOf } from "./livingDataOf.ts";

/** A document this much larger than the room for it is not even compressed. */
const bestCompression = 12;

/** How a living report is put together where it is made: in Node or in a page. */
export interface LivingTools {
  /** A script that was built for pages, by its name: "page", or "predictor-" and a family of models. */
  file(name: string): string;
  /** The hash of a script, as a content security policy takes it. */
  hash(script: string): string;
  /** Compressed by gzip. */
  compressed(content: Uint8Array): Uint8Array;
}

/** Bytes of a file, by default: of one with a single model, and of one with the members of `auto`. */
const [mostOfOne, mostOfAuto] = [3_000_000, 8_000_000];

/** The parts of a living report of a fit; `livingParts` of `@kernelbayes/report/node` explains them. */
export function makeLivingParts(tools: LivingTools, input: ReportInput, taken: number, most?: number): LivingParts {
  const { posterior } = input;
  const family = familyOf(posterior.model);
  const findings = findingsOf(input, {});
  const script = tools.file("page");
  const room = (most ?? (family === "auto" ? mostOfAuto : mostOfOne)) - taken - script.length - ownMarkup;
  const made = family === undefined ? undefined : modelParts(tools, findings, family, room);
  if (made) return { script, hash: tools.hash(script), ...made, hasModel: true };
  return {
    script,
    hash: tools.hash(script),
    parts: { data: packed(tools, JSON.stringify(livingDataOf(findings, { table: false, hasModel: false }))) },
    notes: [family === undefined ? leftOut.predictor : leftOut.model],
    hasModel: false,
  };
}

/** The parts of a living report of an evaluation. */
export function makeLivingRows(tools: LivingTools, { posterior, rows, rowNames }: EvaluationInput): LivingParts {
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
  const script = tools.file("page");
  return {
    script,
    hash: tools.hash(script),
    parts: { data: packed(tools, JSON.stringify(data)) },
    notes: [],
    hasModel: false,
  };
}

/** The model with as much beside it as there is room for; undefined where it does not fit in by itself. */
function modelParts(
  tools: LivingTools,
  findings: Findings,
  family: string,
  room: number,
): Pick<LivingParts, "parts" | "notes"> | undefined {
  const { posterior } = findings;
  const predictor = packed(tools, tools.file(`predictor-${family}`));
  const models = (posterior.intervals ? [true, false] : [false]).flatMap((intervals) => {
    const document = posterior.toDocument({ intervals });
    if (encodedLength(document) > bestCompression * room) return [];
    return [{ model: packed(tools, encodeDocument(document)), note: intervals ? [] : [leftOut.intervals] }];
  });
  for (const table of [true, false]) {
    const content = livingDataOf(findings, { table, hasModel: true });
    const data = packed(tools, JSON.stringify(content));
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

function packed({ compressed }: LivingTools, content: string | Uint8Array): string {
  const bytes = compressed(typeof content === "string" ? new TextEncoder().encode(content) : content);
  let text = "";
  // In pieces, since a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
