import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { linearDiscriminant } from "../../../src/models/discriminant/lda.ts";
import { quadraticDiscriminant } from "../../../src/models/discriminant/qda.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { fromRows } from "../../../src/matrix/index.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { logLossFromLogarithms } from "../../../src/evaluate/logLoss.ts";
import { fitTo, gaussianRows, problemOf, type Labelled } from "../problems.ts";
import { textbookLinear, textbookQuadratic } from "../textbook.ts";

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

describe("with calibration", () => {
  /** Fourteen columns of which two say something. */
  const drawn = (n: number, shift: number, seed: number): Labelled => {
    const random = stream(seed);
    const classes = Array.from({ length: n }, (_, i) => i % 2);
    return {
      classes,
      X: classes.map((q) => Array.from({ length: 14 }, (_, j) => normal(random) + (j < 2 ? shift * q : 0))),
    };
  };
  /** Means over eight draws: the log loss of new rows, and that which leave-one-out promises. */
  const losses = (create: typeof linearDiscriminant, shrinkage: number, shift: number, rows = 20) => {
    const draws = [11, 12, 13, 14, 15, 16, 17, 18].map((seed) => {
      const [training, fresh] = [drawn(rows, shift, seed), drawn(500, shift, 100 + seed)];
      const posterior = fitTo(create({ shrinkage }), problemOf(training));
      const { logProbabilities } = posterior.predict(fromRows(fresh.X), 0.9);
      return {
        truth: logLossFromLogarithms(logProbabilities, Int32Array.from(fresh.classes)).mean,
        promised: logLossFromLogarithms(posterior.leaveOneOut!.logProbabilities, Int32Array.from(training.classes))
          .mean,
      };
    });
    const mean = (of: "truth" | "promised"): number => draws.reduce((sum, draw) => sum + draw[of] / draws.length, 0);
    return { truth: mean("truth"), promised: mean("promised") };
  };

  test.each([
    ["lda", linearDiscriminant, textbookLinear, 0],
    ["qda", quadraticDiscriminant, textbookQuadratic, 0.1],
  ] as const)(
    "20 rows of 14 columns do not make %s certain, as they do the textbook's",
    (_, create, textbook, shrinkage) => {
      const { truth, promised } = losses(create, shrinkage, 2);
      const plain = losses(textbook, shrinkage, 2);
      expect(plain.truth).toBeGreaterThan(2 * truth);
      expect(truth).toBeLessThan(Math.LN2);
      expect(Math.abs(promised / truth - 1)).toBeLessThan(0.25);
    },
  );

  test("without signal the probabilities keep to the class frequencies", () => {
    const [plain, tempered] = [textbookLinear, linearDiscriminant].map((create) => losses(create, 0, 0, 60).truth);
    expect(plain).toBeGreaterThan(1.1 * Math.LN2);
    expect(tempered).toBeLessThan(1.02 * Math.LN2);
  });

  test("where rows are plenty and the classes Gaussian nothing is tempered but the share of a row or two", () => {
    const many = drawn(4000, 1, 7);
    const asked = fromRows(drawn(50, 1, 8).X);
    const [tempered, plain] = [linearDiscriminant(), textbookLinear()].map((model) =>
      fitTo(model, problemOf(many)).predict(asked, 0.9).logProbabilities.data.map(Math.exp),
    );
    tempered.forEach((p, at) => expect(Math.abs(p - plain[at])).toBeLessThan(0.01));
  });

  test("without it the probabilities are those of the textbook and leave-one-out is exact", () => {
    const posterior = fitTo(linearDiscriminant({ calibration: "none" }), problemOf(drawn(40, 1, 9)));
    expect(posterior.leaveOneOut?.method).toBe("exact");
    const { curve, reserved } = posterior.parameters();
    expect([curve, reserved]).toEqual([undefined, undefined]);
  });

  test("where no row can be left out the probabilities are half way to the class frequencies, with a warning", () => {
    const data = gaussianRows({ sizes: [16, 20], columns: 2 });
    const problem = problemOf(data, { groups: data.classes });
    const { warnings, predict } = fitTo(linearDiscriminant(), problem);
    expect(warnings.map(({ code }) => code)).toContain("not-calibrated");
    const [a, b] = predict(fromRows([[50, -50]]), 0.9).logProbabilities.data.map(Math.exp);
    expect(Math.min(a, b)).toBeGreaterThan(0.2);
  });
});
