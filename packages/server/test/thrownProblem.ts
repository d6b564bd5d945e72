import { problemOf, type Problem } from "../src/problem/problem.ts";

/** What a client is answered when this is thrown. */
export function thrownProblem(run: () => unknown): Problem {
  try {
    run();
  } catch (error) {
    return problemOf(error);
  }
  throw new Error("Nothing was thrown.");
}
