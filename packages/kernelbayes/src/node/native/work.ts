import { EnvironmentError } from "../../errors.ts";
import type { Call } from "./routines.ts";
import { integersOut } from "./scalars.ts";

/**
 * An operation of the native engine: prepares calls, yields each to be made, and goes on when it has been made. So one text serves
 * both the synchronous operation and the asynchronous one.
 */
export type Work<Result> = Generator<Call, Result, void>;

/** A routine's own room for work. */
export interface Workspace {
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
