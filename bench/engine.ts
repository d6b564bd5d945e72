import { cpus } from "node:os";
import { type Matrix } from "kernelbayes";
import { createWasmEngine, engineNames, selectEngine, type Engine } from "kernelbayes/engine";
import { randomMatrix, supportedBuilds } from "#kernelbayes/internal";
import { numberOf, numbersOf, UsageError, type Benchmark, type BenchOptions, type Report } from "./benchmark.ts";
import { cpuMilliseconds, rounded } from "./cpuTime.ts";
import { missingNative } from "./nativeEngine.ts";
import { startYardsticks, yardstickOf, type Yardstick } from "./yardstick.ts";

const columns = 20;
/** The reference engine is written to be read; larger sizes would only pass the time. */
const referenceLimit = 500;

/** Targets are for matrices from this order on. */
const targetsFrom = 500;

/** Upper bounds of the ratio to scipy on one thread, for each kind of engine. */
interface Targets {
  readonly "wasm simd128": number;
  readonly "wasm relaxed-simd": number;
  readonly native?: number;
}

interface Operation {
  readonly targets?: Targets;
  run(engine: Engine, inputs: Inputs): unknown;
}

interface Inputs {
  readonly A: Matrix;
  readonly B: Matrix;
  readonly v: Matrix;
  readonly S: Matrix;
  readonly L: Matrix;
  readonly K: Matrix;
  readonly X: Matrix;
  readonly tall: Matrix;
  readonly small: Float64Array;
}

const product: Targets = { "wasm simd128": 3, "wasm relaxed-simd": 2.4, native: 1.2 };
const factorization: Targets = { "wasm simd128": 3.3, "wasm relaxed-simd": 2.7, native: 1.3 };
const kernel: Targets = { "wasm simd128": 1.3, "wasm relaxed-simd": 1 };
const decomposition: Targets = { "wasm simd128": 3, "wasm relaxed-simd": 2.5, native: 1.2 };

const equalWeights = new Float64Array(columns).fill(0.04);
const weights = equalWeights.map((weight, i) => weight + i * 0.001);

/** The names are those of engineYardstick.py. */
const operations: Readonly<Record<string, Operation>> = {
  multiply: { targets: product, run: (engine, { A, B }) => engine.multiply(A, B) },
  "multiply a vector": { run: (engine, { A, v }) => engine.multiply(A, v) },
  symmetricProduct: { run: (engine, { A }) => engine.symmetricProduct(A) },
  cholesky: { targets: factorization, run: (engine, { S }) => engine.cholesky(S) },
  solveTriangular: { targets: product, run: (engine, { L, B }) => engine.solveTriangular(L, B) },
  "solveTriangular, one side": { run: (engine, { L, v }) => engine.solveTriangular(L, v) },
  solveFactored: { run: (engine, { L, B }) => engine.solveFactored(L, B) },
  inverseFactored: { run: (engine, { L }) => engine.inverseFactored(L) },
  inverseDiagonal: { run: (engine, { L }) => engine.inverseDiagonal(L) },
  updateFactored: { run: (engine, { L, v }) => engine.updateFactored(L, v.data, 1) },
  "updateFactored, downdate": { run: (engine, { L, small }) => engine.updateFactored(L, small, -1) },
  gaussianMatrix: { targets: kernel, run: (engine, { X }) => engine.gaussianMatrix(X, undefined, equalWeights) },
  "gaussianMatrix, weights": { run: (engine, { X }) => engine.gaussianMatrix(X, undefined, weights) },
  squaredDistances: { run: (engine, { X }) => engine.squaredDistances(X) },
  eigenSymmetric: { targets: decomposition, run: (engine, { S }) => engine.eigenSymmetric(S) },
  "eigenSymmetric, kernel": { targets: decomposition, run: (engine, { K }) => engine.eigenSymmetric(K) },
  eigenvaluesSymmetric: { run: (engine, { S }) => engine.eigenvaluesSymmetric(S) },
  leadingEigenSymmetric: { run: (engine, { S }) => engine.leadingEigenSymmetric(S, Math.ceil(S.rows / 20)) },
  qr: { run: (engine, { tall }) => engine.qr(tall) },
  svd: { run: (engine, { tall }) => engine.svd(tall) },
  incompleteCholesky: {
    run: (engine, { S }) =>
      engine.incompleteCholesky(
        Float64Array.from({ length: S.rows }, (_, i) => S.data[i * S.rows + i]),
        (j) => S.data.subarray(j * S.rows, (j + 1) * S.rows),
        { rank: Math.ceil(S.rows / 4) },
      ),
  },
};

/** Every operation of every engine beside scipy on one OpenBLAS thread. */
export const engine: Benchmark = {
  description: "CPU time of every engine operation, beside scipy on one OpenBLAS thread",
  options: {
    sizes: "orders of the matrices (default 500,1000,2000)",
    engines: `names separated by commas: ${[...engineNames(), ...buildNames()].join(", ")} (default all there are)`,
    operations: "parts of the names of the operations to time, separated by commas (default all)",
    repeats: "least number of repeats, of which the fastest counts (default 5)",
    python: "a Python with numpy and scipy (default python3 and /usr/bin/python3)",
  },
  async run(options) {
    const settings = settingsOf(options);
    const yardsticks = await startYardsticks(options.python === undefined ? undefined : [options.python]);
    try {
      return await measure(settings, yardsticks);
    } finally {
      for (const yardstick of yardsticks) yardstick.close();
    }
  },
};

interface Settings {
  readonly sizes: readonly number[];
  readonly engines: readonly Engine[];
  readonly chosen: readonly (readonly [string, Operation])[];
  readonly repeats: number;
}

/** Every engine that works here: the native one, each build of WebAssembly, and the reference. */
function present(): string[] {
  return [...(missingNative().length === 0 ? ["native"] : []), ...buildNames(), "reference"];
}

function buildNames(): string[] {
  return supportedBuilds().map((build) => `wasm-${build}`);
}

function settingsOf({
  sizes = "500,1000,2000",
  engines = present().join(","),
  operations: parts = "",
  repeats = "5",
}: BenchOptions): Settings {
  const chosen = Object.entries(operations).filter(([name]) => parts.split(",").some((part) => name.includes(part)));
  if (chosen.length === 0) {
    throw new UsageError(`No operation is named like "${parts}"; there are ${Object.keys(operations).join("; ")}.`);
  }
  return {
    sizes: numbersOf(sizes, "sizes"),
    engines: engines.split(",").map((name) => {
      const build = supportedBuilds().find((candidate) => name === `wasm-${candidate}`);
      return build === undefined ? selectEngine(name) : createWasmEngine({ build });
    }),
    chosen,
    repeats: numberOf(repeats, "repeats"),
  };
}

async function measure(
  { sizes, engines, chosen, repeats }: Settings,
  yardsticks: readonly Yardstick[],
): Promise<Report> {
  const rows: Report["rows"][number][] = [];
  for (const n of sizes) {
    const inputs = inputsOf(n);
    for (const [name, operation] of chosen) {
      for (const candidate of engines) {
        if (candidate.name === "reference" && n > referenceLimit) continue;
        const yardstick = yardstickOf(candidate, yardsticks);
        const { own, other } = await timesOf(candidate, name, operation, inputs, n, repeats, yardstick);
        rows.push(rowOf(name, n, candidate, own, other, operation.targets));
      }
    }
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.versions.node}`;
  return {
    title: "Engine operations, CPU milliseconds",
    rows,
    notes: [
      `${machine}. Fastest of at least ${repeats} repeats, engine and yardstick in turn.`,
      "The times of an engine include its copies in and out.",
      ...(yardsticks.length > 0
        ? engines.map((each) => `Yardstick of ${each.name}: ${yardstickOf(each, yardsticks)?.description}, one thread.`)
        : [noYardstick]),
      ...missingNative(),
      `qr and svd are of n × n/4 matrices, kernel matrices of ${columns} columns, incompleteCholesky of rank n/4; ` +
        "leadingEigenSymmetric finds n/20 pairs.",
    ],
  };
}

const noYardstick =
  "NO YARDSTICK: no Python with numpy and scipy was found, so that there are no ratios. " +
  "Install them, or name one with --python.";

function rowOf(
  operation: string,
  n: number,
  { name }: Engine,
  own: number,
  other: number | undefined,
  targets: Targets | undefined,
): Report["rows"][number] {
  const kind = (["wasm simd128", "wasm relaxed-simd", "native"] as const).find((prefix) => name.startsWith(prefix));
  const target = kind === undefined || n < targetsFrom ? undefined : targets?.[kind];
  const ratio = other === undefined ? undefined : own / other;
  const isJudged = target !== undefined && ratio !== undefined;
  return {
    operation,
    n,
    engine: name,
    "CPU ms": rounded(own),
    "scipy ms": other === undefined ? "" : rounded(other),
    ratio: ratio === undefined ? "" : rounded(ratio),
    target: target === undefined ? "" : `≤ ${target}`,
    verdict: isJudged ? (ratio <= target ? "met" : "NOT MET") : "",
  };
}

/**
 * The fastest run of the engine and of the yardstick, which take turns, so that what else the machine does hits both.
 */
async function timesOf(
  candidate: Engine,
  name: string,
  { run }: Operation,
  inputs: Inputs,
  n: number,
  repeats: number,
  yardstick: Yardstick | undefined,
): Promise<{ own: number; other: number | undefined }> {
  let own = Infinity;
  let other: number | undefined;
  let spent = 0;
  const enough = 300;
  const most = 40;
  // The first run compiles and touches its memory for the first time; a short one runs until V8 has optimized it.
  for (let warm = 0, i = 0; i === 0 || (warm < 100 && i < 20); i++)
    warm += cpuMilliseconds(() => run(candidate, inputs));
  for (let i = 0; i < repeats || (spent < enough && i < most); i++) {
    const time = cpuMilliseconds(() => run(candidate, inputs));
    own = Math.min(own, time);
    spent += time;
    const answer = await yardstick?.time(name, n);
    if (answer !== undefined) other = Math.min(other ?? Infinity, answer);
  }
  return { own, other };
}

function inputsOf(n: number): Inputs {
  const maker = createWasmEngine();
  const A = randomMatrix(n, n, 1);
  const S = maker.symmetricProduct(A);
  for (let i = 0; i < n; i++) S.data[i * n + i] += n;
  const result = maker.cholesky(S);
  if (!result.ok) throw new Error("A matrix made positive definite was not factored.");
  const v = randomMatrix(n, 1, 3);
  const X = randomMatrix(n, columns, 4);
  const width = Math.max(1, Math.floor(n / 4));
  return {
    A,
    B: randomMatrix(n, n, 2),
    v,
    S,
    L: result.factor,
    K: maker.gaussianMatrix(X, undefined, equalWeights),
    X,
    tall: randomMatrix(n, width, 5),
    small: v.data.map((value) => value / 2),
  };
}
