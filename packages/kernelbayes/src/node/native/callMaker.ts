import { isMainThread } from "node:worker_threads";
import { InputError } from "../../errors.ts";
import type { Library } from "./library.ts";
import type { Call } from "./routines.ts";

const variable = "KERNELBAYES_THREADS";

/** Numbers in the largest array of a call, from which several threads pay: a matrix of order 500. */
const fewestNumbers = 500 * 500;

/** The number of threads that was asked for, by option or by KERNELBAYES_THREADS; in worker threads always one. */
export function threadsAskedFor(option: number | undefined): number {
  if (option === undefined && !process.env[variable]) return 1;
  const count = option ?? Number(process.env[variable]);
  if (!Number.isInteger(count) || count < 1) {
    throw new InputError(
      "invalid-option",
      `${option === undefined ? variable : "threads"} must be a whole number from 1; got ${option ?? process.env[variable]}.`,
    );
  }
  return isMainThread ? count : 1;
}

/**
 * How calls are made: on one thread of the library, and large ones on as many as were asked for.
 *
 * The number belongs to the library, and so to the whole process: Node's worker threads share it. It is one except
 * during a large synchronous call of a main thread that asked for more.
 */
export function callMaker({ name, setThreads }: Library, threads: number): (call: Call) => void {
  if (threads > 1 && !setThreads) {
    throw new InputError(
      "invalid-option",
      `The number of threads of ${name} cannot be set from here.`,
      {},
      `Leave out ${variable}, or use OpenBLAS.`,
    );
  }
  setThreads?.(1);
  const make = (call: Call): void => void call.routine(...call.arguments);
  if (threads === 1 || !setThreads) return make;
  return (call) => {
    if (!isLarge(call)) {
      make(call);
      return;
    }
    setThreads(threads);
    try {
      make(call);
    } finally {
      setThreads(1);
    }
  };
}

function isLarge(call: Call): boolean {
  return call.arguments.some((value) => value instanceof Float64Array && value.length >= fewestNumbers);
}
