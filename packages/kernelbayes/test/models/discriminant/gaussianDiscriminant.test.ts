import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { linearDiscriminant } from "../../../src/models/discriminant/lda.ts";
import { quadraticDiscriminant } from "../../../src/models/discriminant/qda.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { fitTo, gaussianRows, problemOf } from "../problems.ts";

const factories = [linearDiscriminant, quadraticDiscriminant];

test("a shrinkage outside 0 to 1 is refused", () => {
  for (const create of factories) {
    for (const shrinkage of [-0.1, 1.5, Number.NaN]) expect(() => create({ shrinkage })).toThrow("from 0 to 1");
    expect(() => create({ shrinkage: "much" } as never)).toThrow(InputError);
  }
});

describe("with groups", () => {
  const data = gaussianRows({ sizes: [16, 20], columns: 2 });

  test("scores come from folds that leave groups out whole", () => {
    const groups = data.classes.map((_, i) => i % 9);
    for (const create of factories) {
      const { leaveOneOut, warnings } = fitTo(create(), problemOf(data, { groups }));
      expect(leaveOneOut?.method).toBe("folds");
      expect(leaveOneOut?.omitted).toEqual([]);
      expect(warnings).toEqual([]);
    }
  });

  test("groups of single rows give nearly the scores of single rows", () => {
    const groups = data.classes.map((_, i) => i);
    const [byGroups, exact] = [problemOf(data, { groups }), problemOf(data)].map((problem) => {
      const { logProbabilities } = fitTo(linearDiscriminant(), problem).leaveOneOut ?? {
        logProbabilities: { data: [] },
      };
      return data.classes.reduce((sum, q, i) => sum + logProbabilities.data[2 * i + q], 0);
    });
    expect(Math.abs(byGroups - exact)).toBeLessThan(2);
  });

  test("a group without which a covariance is singular has no score, and the fit goes on with a warning", () => {
    // Without group 0 class 0 has two rows left, too few for two columns.
    const groups = data.classes.map((q, i) => (q === 0 ? (i < 14 ? 0 : i) : 100 + (i % 5)));
    const problem = problemOf(data, { groups });
    const { leaveOneOut, warnings } = fitTo(quadraticDiscriminant(), problem);
    const lost = data.classes.flatMap((_, i) => (i < 14 ? [i] : []));
    expect(lost.every((row) => leaveOneOut?.omitted.includes(row))).toBe(true);
    expect(leaveOneOut?.omitted.length).toBeLessThan(data.classes.length);
    expect(warnings.map(({ code }) => code)).toEqual(["no-leave-one-out"]);
  });

  test("where no group can be left out there are no scores", () => {
    const { leaveOneOut } = fitTo(linearDiscriminant(), problemOf(data, { groups: data.classes }));
    expect(leaveOneOut?.omitted).toHaveLength(36);
    expectClose(leaveOneOut?.logProbabilities.data ?? [], new Float64Array(72), 0);
  });
});
