import type { Engine } from "../engine.ts";
import { distances } from "./distances.ts";
import { eigen } from "./eigen.ts";
import { factors } from "./factors.ts";
import { incompleteCholesky } from "./incompleteCholesky.ts";
import { instanceOf, loadInstance, type Instance, type WasmBuild } from "./loadInstance.ts";
import { orthogonal } from "./orthogonal.ts";
import { solvedSquares } from "./solvedSquares.ts";
import { products } from "./products.ts";

export { supportedBuilds, type WasmBuild } from "./loadInstance.ts";

/** Which build of the WebAssembly engine to use. Default: the fastest one that the runtime supports. */
export interface WasmEngineOptions {
  readonly build?: WasmBuild;
}

/**
 * The engine in WebAssembly. All engines of one build share one module and its memory, which grows with the largest
 * operation and is never given back to the system; every call copies its arguments in and its results out. Only what
 * `solvedSquares` keeps has memory of its own, which goes with it.
 */
export function createWasmEngine({ build }: WasmEngineOptions = {}): Engine {
  return engineOf(instanceOf(build));
}

/** As `createWasmEngine`, for the main thread of a page, where compiling synchronously may be refused. */
export async function loadWasmEngine({ build }: WasmEngineOptions = {}): Promise<Engine> {
  return engineOf(await loadInstance(build));
}

function engineOf(instance: Instance): Engine {
  const { multiply, symmetricProduct } = products(instance);
  return {
    name: `wasm ${instance.build}`,
    multiply,
    symmetricProduct,
    ...factors(instance),
    ...solvedSquares(instance),
    ...eigen(instance),
    ...orthogonal(instance, multiply),
    incompleteCholesky: incompleteCholesky(instance),
    ...distances(instance),
  };
}
