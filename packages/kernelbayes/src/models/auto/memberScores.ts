import { cutCandidates, type Cut } from "../../evaluate/combine/cutCandidates.ts";
import { densitiesAmongScored, scoredShares } from "../../evaluate/combine/densitiesAmongScored.ts";
import type { Problem } from "../../rows/labelledRows.ts";
import type { MemberOutput } from "./fitMember.ts";
import type { MemberPlan } from "./memberPlan.ts";

/** A plan, with what came of it. */
export interface TriedOutput {
  readonly plan: MemberPlan;
  readonly output: MemberOutput | { readonly untried: string };
}

/** A member that was fitted. */
export type FittedMember = Extract<MemberOutput, { readonly view: unknown }>;

/** The members that were fitted, with their plans. */
export function fittedOf(
  outputs: readonly TriedOutput[],
): { readonly plan: MemberPlan; readonly output: FittedMember }[] {
  return outputs.flatMap(({ plan, output }) => ("left" in output ? [{ plan, output }] : []));
}

/** The titles of the members that the cut leaves out. */
export function clearlyWorse(outputs: readonly TriedOutput[], problem: Problem): string[] {
  const fitted = fittedOf(outputs);
  if (fitted.length === 0) return [];
  const { kept } = cutOf(
    fitted.map(({ output }) => output),
    problem,
  );
  return fitted.filter((_, k) => !kept.includes(k)).map(({ plan }) => plan.title);
}

/** The log density that a member gives to the class of each row; NaN where it has none. */
export function densitiesOf({ left }: FittedMember, classes: Int32Array): Float64Array {
  const { data, columns } = left.logProbabilities;
  const densities = Float64Array.from(classes, (q, row) => data[row * columns + q]);
  for (const row of left.omitted) densities[row] = Number.NaN;
  return densities;
}

/** Fewer nats in all tell no member from another. */
const leastNats = 4;

/** Where no row has a density under every member, as with two rows, nothing tells members apart, and all are kept. */
export function cutOf(members: readonly FittedMember[], problem: Problem): Cut {
  const densities = comparedDensities(members, problem);
  if (comparable(densities).length > 0) return cutCandidates(densities, problem.weights, leastNats);
  const none = new Float64Array(densities.length);
  return { best: 0, kept: Array.from(densities.keys()), differences: none, errors: none };
}

/**
 * The log densities that members are compared by: given that a row could be scored. Else the rows of a class that has all its
 * rows in one group would be missing, and the member that believes least in that class would look best.
 */
export function comparedDensities(
  members: readonly FittedMember[],
  { classes, classCount, weights }: Problem,
): Float64Array[] {
  const rows = comparable(members.map((member) => densitiesOf(member, classes)));
  const shares = scoredShares(rows, classes, weights, classCount);
  return members.map(({ left }) => densitiesAmongScored(left.logProbabilities, classes, shares, left.omitted));
}

/** The rows that have a density under all of some members. */
export function comparable(densities: readonly Float64Array[]): Int32Array {
  return Int32Array.from(densities[0].keys()).filter((row) => densities.every((one) => !Number.isNaN(one[row])));
}
