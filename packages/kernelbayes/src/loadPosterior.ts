import { encodingFromDocument } from "./encoding/encodingFromDocument.ts";
import type { Engine } from "./engine/engine.ts";
import { selectEngine } from "./engine/select.ts";
import { InputError } from "./errors.ts";
import { modelFromDocument } from "./models/index.ts";
import { readNumericDocument } from "./posterior/numericDocument.ts";
import { documentFormat, documentVersion, posteriorOf, type Posterior } from "./posterior/posterior.ts";
import { finiteNumber, list, oneOf, optional, plainObject, record, refuse, text, wholeNumber } from "./schema.ts";

export interface LoadOptions {
  /** The engine for predictions, or its name; by default the fastest present. */
  readonly engine?: string | Engine;
}

const schema = record({
  target: text,
  classes: list(text),
  training: record({
    rows: list(wholeNumber(0)),
    classes: list(wholeNumber(0)),
    weights: optional(list(finiteNumber)),
  }),
  seed: wholeNumber(Number.MIN_SAFE_INTEGER),
  engine: text,
  library: text,
});

/**
 * A posterior from its document, as text or as parsed JSON. The document may come from anywhere: what is not a complete
 * document of a known version is an `InputError` that says where it fails, and nothing in it is ever run.
 *
 * @example const posterior = loadPosterior(await readFile("model.json", "utf8"));
 */
export function loadPosterior(document: unknown, { engine: wanted }: LoadOptions = {}): Posterior {
  const parsed = typeof document === "string" ? parse(document) : document;
  const parts = plainObject(parsed, "document");
  oneOf(documentFormat)(own(parts, "format"), "document.format");
  const found = wholeNumber(1)(own(parts, "version"), "document.version");
  if (found > documentVersion) {
    throw new InputError(
      "newer-document",
      `The document has version ${found}; this library reads versions up to ${documentVersion}. Update kernelbayes to read it.`,
    );
  }
  const common = schema(parts, "document");
  if (common.classes.length < 2 || new Set(common.classes).size < common.classes.length) {
    refuse("document.classes", "a list of at least two different labels", common.classes);
  }
  const { training, classes } = common;
  if (training.rows.length !== training.classes.length) {
    refuse("document.training.classes", `${training.rows.length} class numbers`, training.classes);
  }
  if (training.weights && training.weights.length !== training.rows.length) {
    refuse("document.training.weights", `${training.rows.length} weights`, training.weights);
  }
  const outside = training.classes.findIndex((q) => q >= classes.length);
  if (outside >= 0)
    refuse(`document.training.classes[${outside}]`, `a number below ${classes.length}`, training.classes[outside]);
  const encoding = encodingFromDocument(own(parts, "encoding"), "document.encoding");
  const model = modelFromDocument(own(parts, "model"), "document.model");
  const { parameters, figures } = readNumericDocument(parts, "document");
  const { leaveOneOut } = figures;
  if (leaveOneOut) {
    const { rows, columns } = leaveOneOut.logProbabilities;
    if (rows !== training.rows.length || columns !== classes.length) {
      refuse(
        "document.leaveOneOut.logProbabilities",
        `a ${training.rows.length} × ${classes.length} matrix`,
        leaveOneOut,
      );
    }
  }
  const engine = typeof wanted === "object" ? wanted : selectEngine(wanted);
  const numeric = model.restore(parameters, figures, { engine, seed: common.seed });
  return posteriorOf({ ...common, encoding, model: model.toDocument() }, numeric);
}

function own(parts: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(parts, name) ? parts[name] : undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new InputError("invalid-document", `The document is not valid JSON: ${(error as Error).message}.`);
  }
}
