import { createHash } from "node:crypto";
import { type Matrix } from "kernelbayes";
import { engineNames, matrix, selectEngine, type Engine } from "kernelbayes/engine";

/** An engine of a machine, told apart by the bits that it computes. */
export interface EngineBuild {
  /** The full name, such as "wasm simd128" or "native OpenBLAS 0.3.21". */
  readonly name: string;
  /** Of what it computes from fixed numbers: equal on two machines if they give the same bits there. */
  readonly digest: string;
}

/** The engines that work here, each once, the one that is in use first. */
export function engineBuilds(): EngineBuild[] {
  const builds = new Map<string, EngineBuild>();
  const wanted = [undefined, ...engineNames(), "wasm simd128"];
  for (const name of wanted) {
    const engine = engineOrNone(name);
    if (engine && !builds.has(engine.name)) builds.set(engine.name, buildOf(engine));
  }
  return [...builds.values()];
}

const digests = new Map<string, string>();

function buildOf(engine: Engine): EngineBuild {
  const digest = digests.get(engine.name) ?? digestOf(engine);
  digests.set(engine.name, digest);
  return { name: engine.name, digest };
}

function digestOf(engine: Engine): string {
  const hash = createHash("sha256");
  for (const numbers of results(engine))
    hash.update(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
  return hash.digest("hex").slice(0, 12);
}

function engineOrNone(name: string | undefined): Engine | undefined {
  try {
    return selectEngine(name);
  } catch (error) {
    // The engine in use has to work; of the others, those that do not are left out.
    if (name === undefined) throw error;
    return undefined;
  }
}

/** What the engine makes of fixed numbers, and what the runtime makes of them: another processor, library or runtime shows here. */
function* results(engine: Engine): Generator<Float64Array> {
  const X = fixedMatrix(90, 70);
  yield engine.multiply(X, X, { transposeB: true }).data;
  const gram = engine.symmetricProduct(X, { transpose: true });
  yield gram.data;
  const factored = engine.cholesky(gram);
  if (factored.ok) {
    yield factored.factor.data;
    yield engine.inverseFactored(factored.factor).data;
  }
  const { values, vectors } = engine.eigenSymmetric(gram);
  yield values;
  yield vectors.data;
  yield engine.svd(X).values;
  yield engine.gaussianMatrix(X, undefined, new Float64Array(X.columns).fill(0.01)).data;
  for (const compute of [Math.exp, Math.expm1, Math.log, Math.log1p, Math.tanh, Math.sin, Math.cos, Math.cbrt]) {
    yield Float64Array.from({ length: 500 }, (_, at) => compute(at / 25 + 0.01));
  }
  yield Float64Array.from({ length: 500 }, (_, at) => (at / 25) ** 1.7);
}

/** Numbers between −1 and 1 that are the same everywhere. */
function fixedMatrix(rows: number, columns: number): Matrix {
  let state = 1;
  const data = Float64Array.from({ length: rows * columns }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return (2 * state) / 2_147_483_647 - 1;
  });
  return matrix(rows, columns, data);
}
