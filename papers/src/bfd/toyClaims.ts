import { judgedClaim } from "../benchmark/benchmarkFigures.ts";
import type { Claim } from "../paper.ts";
import type { DoneToyFit, ToyMachine } from "./toyFits.ts";
import { toySets } from "./toySets.ts";

/** Weights whose logarithms differ by more belong to columns of which one counts and the other does not. */
const leastLogRatio = 5;

/** What the authors conclude from the toy sets, given the fits with a Gaussian kernel and those with the composite one. */
export function toyClaims(plain: readonly DoneToyFit[], composite: readonly DoneToyFit[]): Claim[] {
  const errorsOf = (set: string, machine: ToyMachine): number =>
    plain.find(({ fit }) => fit.set === set && fit.machine === machine)?.row.errorRate ?? Number.NaN;
  const others = toySets.map(({ name }) => name).filter((name) => name !== "spiral");
  const accurate = others.filter((set) =>
    (["kfd", "lssvm"] as const).every((machine) => errorsOf(set, "gaussian") <= errorsOf(set, machine)),
  );
  const weighed = toySets.map(({ name, relevant }) => {
    const relevance = composite.find(({ fit }) => fit.set === name)?.found.relevance;
    const ratio = relevance ? Math.log(relevance[0] / relevance[1]) : Number.NaN;
    return { name, isRight: relevant === 2 ? Math.abs(ratio) < leastLogRatio : ratio < -leastLogRatio, ratio };
  });
  const right = weighed.filter(({ isRight }) => isRight).map(({ name }) => name);
  return [
    judgedClaim(
      {
        claim:
          "BFD is more accurate than KFD and LS-SVM on overlap, bumpy and relevance, and as good on spiral. (Rule: no more errors on the training rows, the only ones there are, than either, on all three.)",
        where: "Section 8.1, Figure 6",
      },
      toySets.every(({ name }) =>
        Number.isFinite(errorsOf(name, "gaussian") + errorsOf(name, "kfd") + errorsOf(name, "lssvm")),
      ),
      accurate.length === others.length,
      `No more errors than either on ${accurate.length === 0 ? "none" : accurate.join(", ")} of the three. Errors of BFD, KFD and LS-SVM: ${toySets
        .map(
          ({ name }) =>
            `${name} ${(["gaussian", "kfd", "lssvm"] as const).map((machine) => `${(100 * errorsOf(name, machine)).toFixed(1)} %`).join(", ")}`,
        )
        .join("; ")}.`,
    ),
    judgedClaim(
      {
        claim:
          "Weights of columns find one relevant column in overlap and relevance, and two in spiral and bumpy. (Rule: the logarithms of two weights differ by more than 5 where one column counts, and by less where both do.)",
        where: "Section 8.1, Table 1",
      },
      weighed.every(({ ratio }) => Number.isFinite(ratio)),
      right.length === toySets.length,
      `So it is on ${right.length === 0 ? "none" : right.join(", ")}. Differences of the logarithms: ${weighed
        .map(({ name, ratio }) => `${name} ${ratio.toFixed(1)}`)
        .join("; ")}.`,
    ),
  ];
}
