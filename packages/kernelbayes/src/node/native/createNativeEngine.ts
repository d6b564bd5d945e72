import type { Engine } from "../../engine/engine.ts";
import { createWasmEngine } from "../../engine/wasm/index.ts";
import { eigen } from "./eigen.ts";
import { factors } from "./factors.ts";
import { hasAsyncStack, loadKoffi, loadLibrary } from "./library.ts";
import { orthogonal } from "./orthogonal.ts";
import { products } from "./products.ts";
import { run, runAside, callMaker, threadsAskedFor, type Work } from "./run.ts";
import { selfTest } from "./selfTest.ts";

/** The operations that also come without blocking. */
type AsyncOperation =
  | "multiply"
  | "symmetricProduct"
  | "cholesky"
  | "solveTriangular"
  | "solveFactored"
  | "inverseFactored"
  | "eigenSymmetric";

/**
 * Operations that are computed in other threads while the event loop turns. Each gives, to the last bit, what the operation of the same
 * name gives. Arguments are read where they are, so that they must not be changed before the promise is settled.
 */
export type AsyncEngine = {
  readonly [Name in AsyncOperation]: (...values: Parameters<Engine[Name]>) => Promise<ReturnType<Engine[Name]>>;
};

/** An engine that calls BLAS and LAPACK of the system. */
export interface NativeEngine extends Engine {
  readonly async: AsyncEngine;
}

/** Which library the native engine calls, and how. */
export interface NativeEngineOptions {
  /** The path of a library of BLAS and LAPACK. Default: KERNELBAYES_OPENBLAS, or what is found under the usual names. */
  readonly library?: string;
  /**
   * Threads for operations on matrices from about order 500 on. Default: KERNELBAYES_THREADS, or 1; in worker threads
   * always 1. The last bits of results depend on it.
   */
  readonly threads?: number;
}

/**
 * The engine that calls OpenBLAS (or Accelerate on macOS) through koffi. An `EnvironmentError` says what is missing where it does
 * not work: code "koffi-missing", "blas-missing", or "blas-unusable" when the self-test fails.
 *
 * Kernel matrices, distances, incomplete Cholesky and rank-one updates are done by the WebAssembly engine, which is faster at
 * them than BLAS.
 *
 * @example
 * const engine = createNativeEngine();
 * const { values } = await engine.async.eigenSymmetric(K); // a server goes on answering meanwhile
 */
export function createNativeEngine(options: NativeEngineOptions = {}): NativeEngine {
  const threads = threadsAskedFor(options.threads);
  const koffi = loadKoffi();
  const library = loadLibrary(koffi, options.library);
  const make = callMaker(library, threads);
  const wasm = createWasmEngine();
  const operations = {
    ...products(library.routines),
    ...factors(library.routines, wasm),
    ...eigen(library.routines),
    ...orthogonal(library.routines),
  };

  const now =
    <Values extends unknown[], Result>(operation: (...values: Values) => Work<Result>) =>
    (...values: Values): Result =>
      run(operation(...values), make);

  const engine: NativeEngine = {
    name: `native ${library.name}${threads > 1 ? `, ${threads} threads` : ""}`,
    multiply: now(operations.multiply),
    symmetricProduct: now(operations.symmetricProduct),
    cholesky: now(operations.cholesky),
    solveTriangular: now(operations.solveTriangular),
    solveFactored: now(operations.solveFactored),
    inverseFactored: now(operations.inverseFactored),
    inverseDiagonal: now(operations.inverseDiagonal),
    updateFactored: wasm.updateFactored,
    eigenSymmetric: now(operations.eigenSymmetric),
    eigenvaluesSymmetric: now(operations.eigenvaluesSymmetric),
    leadingEigenSymmetric: now(operations.leadingEigenSymmetric),
    qr: now(operations.qr),
    svd: now(operations.svd),
    incompleteCholesky: wasm.incompleteCholesky,
    ...(wasm.absoluteDistances && { absoluteDistances: wasm.absoluteDistances }),
    squaredDistances: wasm.squaredDistances,
    gaussianMatrix: wasm.gaussianMatrix,
    async: asyncEngine(operations, hasAsyncStack(koffi)),
  };
  selfTest(engine);
  return engine;
}

/** The operations that also come without blocking, as work. */
type Operations = {
  readonly [Name in AsyncOperation]: (...values: Parameters<Engine[Name]>) => Work<ReturnType<Engine[Name]>>;
};

function asyncEngine(operations: Operations, isReady: boolean): AsyncEngine {
  const aside =
    <Values extends unknown[], Result>(operation: (...values: Values) => Work<Result>) =>
    async (...values: Values): Promise<Result> => {
      if (!isReady) throw new Error(noAsyncStack);
      return runAside(operation(...values));
    };
  return {
    multiply: aside(operations.multiply),
    symmetricProduct: aside(operations.symmetricProduct),
    cholesky: aside(operations.cholesky),
    solveTriangular: aside(operations.solveTriangular),
    solveFactored: aside(operations.solveFactored),
    inverseFactored: aside(operations.inverseFactored),
    eigenSymmetric: aside(operations.eigenSymmetric),
  };
}

const noAsyncStack =
  "Asynchronous operations need more stack than koffi has set aside, and its settings cannot be changed once it has loaded " +
  "a library. Create the native engine before other uses of koffi, or set its async_stack_size to 2 MiB first.";
