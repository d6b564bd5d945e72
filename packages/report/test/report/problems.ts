import { fitSync, iris, selectRows, type Matrix, type Posterior, type Table } from "kernelbayes";
import { overlap } from "kernelbayes/data";
import { matrix } from "kernelbayes/engine";
import { models, type Candidate } from "kernelbayes/models";
import type { ReportInput } from "../../src/report/reportInput.ts";

/** Every third flower, some of them hard, by the shrunken discriminant: three classes, four columns, leave-one-out by folds. */
export function flowers(): ReportInput {
  const table = selectRows(
    iris(),
    Array.from({ length: 50 }, (_, row) => 3 * row + 1),
  );
  return { posterior: fitSync(models.rda.create(), table, { target: "species" }), table };
}

/** Two overlapping classes of two columns. */
export function pair(rows = 60): ReportInput {
  const table = overlap({ rows, seed: 4 });
  return { posterior: fitSync(models.lda.create(), table, { target: "class" }), table };
}

export const candidates: readonly Candidate[] = [
  { title: "Gaussian kernel", model: "lssvm", outcome: "used", score: -0.1, difference: 0, weight: 0.75, seconds: 0.4 },
  {
    title: "L1 kernel on <ranks>",
    model: "lssvm",
    outcome: "used",
    score: -0.12,
    difference: -0.02,
    differenceError: 0.01,
    weight: 0.25,
    seconds: 0.5,
  },
  { title: "Linear", model: "lda", outcome: "left out", reason: "others are clearly better", score: -0.4, weight: 0 },
  { title: "Quadratic", model: "qda", outcome: "failed", reason: "a class has too few rows", weight: 0 },
];

/** A posterior that claims to be one of draws: two chains whose second drifts away in the last row. */
export function withDraws(posterior: Posterior): Posterior {
  const [chains, length] = [2, 40];
  const quantity = { mean: 1, deviation: 0.1, lower: 0.8, median: 1, upper: 1.2, monteCarloError: 0.01 };
  return {
    ...posterior,
    chains: {
      chains,
      draws: chains * length,
      acceptance: 0.8,
      quantities: [
        { name: "ln σ²", ...quantity, rHat: 1.003, bulkSize: 812.2, tailSize: 604.9 },
        { name: "β₁", ...quantity, rHat: 1.2, bulkSize: 12, tailSize: 20 },
      ],
    },
    draws: ({ rows }: Table): Matrix[] =>
      Array.from({ length: rows }, (_, row) => {
        const C = posterior.classes.length;
        const draws = matrix(chains * length, C);
        for (let draw = 0; draw < draws.rows; draw++) {
          const p = 0.5 + 0.3 * Math.sin(7 * draw + row);
          draws.data[draw * C] = p;
          draws.data.fill((1 - p) / (C - 1), draw * C + 1, (draw + 1) * C);
        }
        return draws;
      }),
  };
}
