import { tryAgain, type Refusal } from "../problem/problem.ts";

/** The end of work whose client went away: nobody reads this. */
export function nobodyWaits(): Refusal {
  return tryAgain("gone", "The client went away.");
}
