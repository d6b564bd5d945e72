import { estimateCost, fitSync, type Table } from "kernelbayes";
import { ringnorm } from "kernelbayes/data";
import { selectEngine } from "kernelbayes/engine";
import { evaluate } from "kernelbayes/evaluate";
import { modelFromDocument, type ModelDocument } from "kernelbayes/models";
import { random, stream } from "kernelbayes/numeric";
import { concatenateTables, encodeLabels, tableOf } from "kernelbayes/table";
import { timed } from "./cpuTime.ts";
import "./nativeEngine.ts";

/** One fit to many rows, in a process of its own, whose memory is then the fit's. */
export interface LargeFit {
  readonly model: ModelDocument;
  readonly rows: number;
  /** Two: ringnorm. More: a round cloud for each class, in as many columns. */
  readonly classes: number;
  readonly engine: string;
}

/** What the fit took; sizes in bytes. */
export interface LargeFitFigures {
  readonly engine: string;
  readonly seconds: number;
  /** Before the fit: Node, the program and the table. */
  readonly before: number;
  /** The most that the process held at any time. */
  readonly peak: number;
  /** What `estimateCost` had announced. */
  readonly announced: number;
  readonly logLoss: number;
  readonly errorRate: number;
}

const columns = 20;
const testRows = 10_000;
const warmUpRows = 2000;
/** Rows that are drawn at a time, so that drawing them takes little memory beside the table. */
const drawnAtOnce = 25_000;

// Run by `runLargeFit`, not imported as a module.
const request = JSON.parse(process.argv[2]) as LargeFit;
const engine = selectEngine(request.engine);
const model = modelFromDocument(request.model);
const table = inParts(request.rows, 1);
// A small fit first, which compiles what the large one runs.
fitSync(model, inParts(Math.min(warmUpRows, request.rows), 3), { target: "class", engine });
globalThis.gc?.();
const before = process.memoryUsage.rss();
const { result: posterior, milliseconds } = timed(() =>
  fitSync(model, table, { target: "class", engine, memoryLimit: Infinity }),
);
const peak = 1024 * process.resourceUsage().maxRSS;
const test = inParts(testRows, 2);
const { logLoss, errorRate } = evaluate(posterior.predict(test), encodeLabels(test, "class").classes);
const figures: LargeFitFigures = {
  engine: engine.name,
  seconds: milliseconds / 1000,
  before,
  peak,
  announced: estimateCost(model, request.rows, columns, request.classes).memory,
  logLoss: logLoss.mean,
  errorRate,
};
console.log(JSON.stringify(figures));

function inParts(rows: number, seed: number): Table {
  const parts: Table[] = [];
  for (let start = 0; start < rows; start += drawnAtOnce) {
    const options = { rows: Math.min(drawnAtOnce, rows - start), seed: 10_000 * seed + parts.length };
    parts.push(request.classes === 2 ? ringnorm(options) : clouds(options));
  }
  return concatenateTables(parts);
}

/** Classes N(cₖ, I) with centers cₖ from N(0, ½² I), which overlap. */
function clouds({ rows, seed }: { readonly rows: number; readonly seed: number }): Table {
  const centerSource = stream(5);
  const centers = Array.from({ length: request.classes }, () =>
    Float64Array.from({ length: columns }, () => 0.5 * random.normal(centerSource)),
  );
  const source = stream(seed);
  const codes = Int32Array.from({ length: rows }, () => Math.floor(request.classes * source.uniform()));
  return tableOf([
    ...Array.from({ length: columns }, (_, j) => ({
      name: `x${j + 1}`,
      type: "number" as const,
      values: Float64Array.from(codes, (code) => centers[code][j] + random.normal(source)),
    })),
    { name: "class", type: "text", codes, levels: centers.map((_, k) => `class ${k}`) },
  ]);
}
