import { type Call, integersOut } from "./routines.ts";
import { EnvironmentError, InputError } from "../../errors.ts";
import { isMainThread } from "node:worker_threads";
import type { Library } from "./library.ts";

/** Makes each call of an operation in this thread. */
export function run<Result>(work: Work<Result>, make: (call: Call) => void): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    make(step.value);
  }
}

/** Makes each call of an operation in a thread of libuv's pool, while the event loop of this one turns. */
export async function runAside<Result>(work: Work<Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await makeAside(step.value);
  }
}

/** The calls that other threads are at work on: koffi holds no reference to the memory they read and write. */
const inFlight = new Set<Call>();

async function makeAside(call: Call): Promise<void> {
  inFlight.add(call);
  try {
    await new Promise<void>((resolve, reject) => {
      call.routine.async(...call.arguments, (error: Error | null) => (error ? reject(error) : resolve()));
    });
  } finally {
    inFlight.delete(call);
  }
}

/**
 * An operation of the native engine: prepares calls, yields each to be made, and goes on when it has been made. So one text serves
 * both the synchronous operation and the asynchronous one.
 */
export type Work<Result> = Generator<Call, Result, void>;

/** A routine's own room for work. */
interface Workspace {
  readonly doubles: Float64Array;
  readonly doubleCount: number;
  readonly integers: Int32Array;
  readonly integerCount: number;
}

/** Asks a LAPACK routine how much room it works best with (lengths of −1), and calls it with that much. */
export function* withWorkspace(prepare: (workspace: Workspace) => Call): Work<void> {
  const asked = { doubles: new Float64Array(1), doubleCount: -1, integers: integersOut(1), integerCount: -1 };
  yield prepare(asked);
  const doubleCount = Math.ceil(asked.doubles[0]);
  const [integerCount] = asked.integers;
  yield prepare({ doubles: doubles(doubleCount), doubleCount, integers: integersOut(integerCount), integerCount });
}

/** Room for so many numbers, or an `EnvironmentError` where the machine does not give it. */
export function doubles(count: number): Float64Array {
  try {
    return new Float64Array(count);
  } catch {
    throw new EnvironmentError(
      "no-memory",
      `This operation asks for ${Math.ceil((8 * count) / 2 ** 20)} MiB in one piece, which this machine does not give.`,
      "Use fewer rows or a sparse model.",
    );
  }
}

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
