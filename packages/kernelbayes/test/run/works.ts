import { InputError, NumericalError } from "../../src/errors.ts";
import type { Tasks } from "../../src/run/executor.ts";
import { parallel, progress, type Work } from "../../src/run/work.ts";

/** Tasks of different shapes: quick, slow to answer, nested, and failing. */
export const tasks: Tasks = {
  *square(input: number): Work<number> {
    // The first inputs take the most steps, so that outputs would stand in the wrong order if they were taken as they come.
    for (let step = 1; step <= 10 - input; step++) yield progress("squaring", step, 10 - input);
    return input ** 2;
  },
  *sumOfSquares(inputs: readonly number[]): Work<number> {
    const squares = yield* parallel<number, number>("square", inputs);
    return squares.reduce((sum, square) => sum + square, 0);
  },
  *refuse(row: number): Work<never> {
    yield progress("refusing", 0, 1);
    throw new InputError("bad-row", `Row ${row} is bad.`, { row, column: "height" });
  },
  *diverge(): Work<never> {
    yield progress("diverging", 0, 1);
    throw new NumericalError("no-convergence", "The search did not converge.");
  },
};

/** Three steps, two parallel requests (one of them nested), and a result made of both. */
export function* example(): Work<{ squares: number[]; sums: number[] }> {
  yield progress("begin", 0, 1);
  const squares = yield* parallel<number, number>("square", [1, 2, 3, 4]);
  yield progress("begin", 1, 1, 7);
  const sums = yield* parallel<number[], number>("sumOfSquares", [[1, 2], [], [3]]);
  return { squares, sums };
}

/** Work that never ends by itself, and tells when it is left. */
export function* endless(left: () => void): Work<never> {
  try {
    for (let step = 0; ; step++) yield progress("endless", Math.min(step, 1e6), 1e6);
  } finally {
    left();
  }
}

/** Asks for one task, and tells when it is left. */
export function* asking(task: string, inputs: readonly unknown[], left: () => void): Work<unknown[]> {
  try {
    return yield* parallel<unknown, unknown>(task, inputs);
  } finally {
    left();
  }
}

/** Catches the failure of a task and goes on. */
export function* forgiving(): Work<string> {
  try {
    yield* parallel("refuse", [3]);
  } catch (error) {
    yield progress("after", 1, 1);
    return (error as InputError).code;
  }
  return "nothing was refused";
}
