import { describe, expect, test } from "vitest";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { fromRows, toRows } from "../../../src/matrix/index.ts";
import type { Model } from "../../../src/models/model.ts";
import { linearDiscriminant } from "../../../src/models/discriminant/lda.ts";
import { oneVersusRest } from "../../../src/models/coupled/oneVersusRest.ts";
import { pairwise } from "../../../src/models/coupled/pairwise.ts";
import type { NumericPosterior, NumericPrediction } from "../../../src/posterior/numericPosterior.ts";
import { coupleOneVersusRest } from "../../../src/calibration/coupling/coupleOneVersusRest.ts";
import { expectClose } from "../../evaluate/expectClose.ts";

/** What a machine says about its positive class, on the logit scale. */
interface Said {
  readonly logit: number;
  readonly below: number;
  readonly above: number;
  readonly deviation: number;
}

const figures = { leaveOneOut: undefined, evidence: undefined, warnings: [] };
const sigmoid = (x: number): number => (x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x)));
const logit = (p: number): number => Math.log(p) - Math.log1p(-p);

/** A model whose posteriors say what their parameters tell them to, about every row. */
const parrot: Model = {
  ...linearDiscriminant(),
  restore(parameters): NumericPosterior {
    const { logit: center, below, above, deviation } = parameters as Said;
    const both = (positive: number, negative: number) => fromRows([[negative, positive]]);
    const prediction: NumericPrediction = {
      logProbabilities: both(-Math.log1p(Math.exp(-center)), -Math.log1p(Math.exp(center))),
      lower: both(sigmoid(center - below), sigmoid(-center - above)),
      upper: both(sigmoid(center + above), sigmoid(-center + below)),
      latentMean: both(center, -center),
      latentDeviation: both(deviation, deviation),
    };
    return {
      ...figures,
      predict: () => prediction,
      probabilities: () => prediction,
      parameters: () => ({ ...(parameters as Said) }),
    };
  },
};

function coupled(couple: (model: Model) => Model, said: readonly Said[], sizes: number[]) {
  const parameters = {
    machines: said.map((one) => ({ parameters: one, warnings: [] })),
    sizes,
    coupledEnds: true,
  };
  const posterior = couple(parrot).restore(parameters, figures, { engine: selectEngine(), seed: 1 });
  const { logProbabilities, lower, upper, latentMean, latentDeviation } = posterior.predict(fromRows([[0]]), 0.9);
  const [p, low, high, mean, deviation] = [logProbabilities, lower, upper, latentMean, latentDeviation].map(
    (matrix) => toRows(matrix)[0],
  );
  return { p: p.map(Math.exp), low, high, mean, deviation };
}

describe("one versus rest", () => {
  const said: Said[] = [
    { logit: 0.5, below: 0.3, above: 0.9, deviation: 0.4 },
    { logit: -1, below: 0.7, above: 0.2, deviation: 0.5 },
    { logit: -2, below: 1.5, above: 1, deviation: 0.6 },
  ];

  test("an end of a class is what comes of that end of its machine, and of the other end of its most probable rival", () => {
    const { p, low, high, mean, deviation } = coupled(oneVersusRest, said, [10, 10, 10]);
    expect(p.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    const ends = (sign: number, c: number): number =>
      sigmoid(said[c].logit + sign * (sign < 0 ? said[c].below : said[c].above));
    const centers = said.map((one) => sigmoid(one.logit));
    [1, 0, 0].forEach((rival, c) => {
      const couple = (own: number, other: number): number =>
        coupleOneVersusRest(centers.with(c, ends(own, c)).with(rival, ends(other, rival)))[c];
      expect(low[c]).toBeCloseTo(couple(-1, 1), 12);
      expect(high[c]).toBeCloseTo(couple(1, -1), 12);
      expect(mean[c]).toBeCloseTo(logit(p[c]), 9);
      expect(deviation[c]).toBe(said[c].deviation);
    });
  });

  test("two machines that say the same of two classes have the interval of either", () => {
    const own = { logit: 0.7, below: 0.4, above: 1.1, deviation: 0.5 };
    const { p, low, high } = coupled(oneVersusRest, [own, { ...own, logit: -0.7, below: 1.1, above: 0.4 }], [10, 10]);
    expect(logit(p[0])).toBeCloseTo(0.7, 9);
    expect(logit(low[0])).toBeCloseTo(0.3, 9);
    expect(logit(high[0])).toBeCloseTo(1.8, 9);
  });

  test("machines whose probabilities sum to one are taken at their word", () => {
    const right = [0.6, 0.3, 0.1].map((p) => ({ ...said[0], logit: logit(p) }));
    expectClose(coupled(oneVersusRest, right, [7, 2, 1]).p, [0.6, 0.3, 0.1], 1e-12);
  });

  test("a machine next to certain that may be less so does not outweigh others that exclude their classes", () => {
    const certain = { logit: 12, below: 10.6, above: 2, deviation: 3 };
    const excluded = { logit: -6.5, below: 2, above: 2, deviation: 1 };
    const { p, low } = coupled(oneVersusRest, [certain, excluded, excluded], [10, 10, 10]);
    expect(logit(p[0]) - 10.6).toBeLessThan(-3);
    // The machine of the class says 0.8 at least, and no other class more than 0.011.
    expect(low[0]).toBeGreaterThan(0.85);
  });

  test("machines beyond all doubles give valid probabilities and intervals", () => {
    for (const far of [800, 1e6, 1e200]) {
      for (const signs of [
        [1, -1, -1],
        [-1, -1, -1],
        [1, 1, -1],
        [1, 1, 1],
      ]) {
        const extreme = signs.map((sign) => ({
          logit: sign * far,
          below: far / 10,
          above: far / 5,
          deviation: far / 8,
        }));
        const { p, low, high } = coupled(oneVersusRest, extreme, [10, 10, 10]);
        expect(p.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
        p.forEach((value, c) => {
          expect(value).toBeGreaterThan(0);
          expect(low[c]).toBeGreaterThanOrEqual(0);
          expect(low[c]).toBeLessThanOrEqual(value);
          expect(high[c]).toBeGreaterThanOrEqual(value);
          expect(high[c]).toBeLessThanOrEqual(1);
        });
      }
    }
  });
});

describe("pairwise", () => {
  test("what is below for one class of a pair is above for the other", () => {
    const { p, low, high } = coupled(pairwise, [{ logit: 0.4, below: 0.3, above: 0.9, deviation: 0.5 }], [10, 10]);
    expect(logit(p[0])).toBeCloseTo(0.4, 6);
    expect(logit(p[0]) - logit(low[0])).toBeCloseTo(0.3, 9);
    expect(logit(high[0]) - logit(p[0])).toBeCloseTo(0.9, 9);
    expect(logit(p[1]) - logit(low[1])).toBeCloseTo(0.9, 9);
    expect(logit(high[1]) - logit(p[1])).toBeCloseTo(0.3, 9);
  });

  test("pairs that some probabilities explain give these probabilities, and widths weighed by the other class", () => {
    const truth = [0.5, 0.3, 0.2];
    const machine = (i: number, j: number, width: number): Said => ({
      logit: Math.log(truth[i] / truth[j]),
      below: width,
      above: width,
      deviation: width / 2,
    });
    const { p, low, deviation } = coupled(
      pairwise,
      [machine(0, 1, 0.4), machine(0, 2, 0.8), machine(1, 2, 1.2)],
      [5, 3, 2],
    );
    expectClose(p, truth, 1e-9);
    const widths = [(0.3 * 0.4 + 0.2 * 0.8) / 0.5, (0.5 * 0.4 + 0.2 * 1.2) / 0.7, (0.5 * 0.8 + 0.3 * 1.2) / 0.8];
    widths.forEach((width, c) => {
      expect(logit(p[c]) - logit(low[c])).toBeCloseTo(width, 8);
      expect(deviation[c]).toBeCloseTo(width / 2, 8);
    });
  });

  test("more than fifty classes, which are coupled by iteration, are explained as well", () => {
    const weights = Array.from({ length: 53 }, (_, c) => 1 + (c % 7) ** 2);
    const total = weights.reduce((a, b) => a + b, 0);
    const said = weights.flatMap((own, i) =>
      weights.slice(i + 1).map((other) => ({ logit: Math.log(own / other), below: 1, above: 1, deviation: 0.5 })),
    );
    const { p, deviation } = coupled(pairwise, said, weights);
    expectClose(
      p,
      weights.map((weight) => weight / total),
      1e-8,
    );
    expectClose(deviation, new Float64Array(53).fill(0.5), 1e-12);
  });

  test("a pair that is surer than coupling can know counts as far as that", () => {
    const sure: Said = { logit: 28, below: 20, above: 20, deviation: 12 };
    const { p, low } = coupled(pairwise, [sure, sure, { ...sure, logit: 0, below: 1, above: 1 }], [5, 5, 5]);
    // 28 and 8 are 16.1 and 8 to the coupling: the lower end is not 20 below a coupled 15.4.
    expect(logit(p[0])).toBeLessThan(17);
    expect(logit(low[0])).toBeGreaterThan(7);
  });

  test("a class that is certain still has a width", () => {
    const sure: Said = { logit: 30, below: 5, above: 5, deviation: 2 };
    const { deviation } = coupled(pairwise, [sure, sure, { ...sure, logit: 0 }], [5, 5, 5]);
    for (const value of deviation) expect(value).toBeCloseTo(2, 6);
  });
});
