import { benchmarkSizes } from "../benchmark/benchmarkSizes.ts";
import { operationsOf } from "../fitJob.ts";
import { figureText, markdownTable } from "../markdown.ts";
import { judgedClaim } from "../benchmark/benchmarkFigures.ts";
import type { ReproduceSettings, Study } from "../paper.ts";
import { drawnSurface, kappaB, type Surface } from "./surface.ts";
import { surfacePart, type SurfacePart } from "./surfacePart.ts";

const surfaces: readonly Surface[] = [
  { problem: "banana", kappa: [-1.5, 1.5] },
  { problem: "waveform", kappa: [-3, 0] },
];
/** Figure 5: the evidence and the test error over κ and κ₀, κ_b being 100. */
export function btsvcContours(settings: ReproduceSettings, steps: number = settings.isQuick ? 9 : 17): Study {
  const sizes = benchmarkSizes(settings.directory);
  const drawn = surfaces.flatMap((surface) => {
    const size = sizes.find(({ name }) => name === surface.problem);
    return size ? [drawnSurface(surface, size, steps, settings)] : [];
  });
  const jobs = drawn.flatMap(({ lines, search }) => [...lines, search]);
  return {
    title: "Figure 5: the evidence beside the error",
    shows: ["Figure 5"],
    stages: [{ operations: operationsOf(jobs), jobs: () => jobs }],
    part(rows) {
      const parts = drawn.map((surface) => surfacePart(surface, rows));
      return {
        text: [
          description,
          ...(settings.isQuick ? [`Cut short: ${steps} × ${steps} pairs of values in place of 17 × 17.`] : []),
          ...parts.flatMap(({ drawings, title }) =>
            drawings.map(({ file }) =>
              figureText(
                file,
                file.includes("evidence")
                  ? `The log evidence on the training rows of ${title}.`
                  : `The error on the test rows of ${title}. The cross is where the evidence has its maximum.`,
              ),
            ),
          ),
          markdownTable(parts.flatMap(({ row }) => row)),
          ...readingOf(parts),
        ].join("\n\n"),
        drawings: parts.flatMap(({ drawings }) => drawings),
        verdicts: [],
        claims: [
          judgedClaim(
            {
              claim:
                "Evidence and test error go together over the hyperparameters. (Rule: the error at the highest evidence is at most one per cent of the test rows above the least of the grid, on both problems.)",
              where: "Section 5.3, Figure 5",
            },
            parts.length === surfaces.length && parts.every(({ above }) => above !== undefined),
            parts.every(({ above = Infinity }) => above <= 1),
            parts.map(({ problem, above = Number.NaN }) => `${problem} ${above.toFixed(2)} above`).join("; ") + ".",
          ),
        ],
      };
    },
  };
}

/** What came out, in a sentence. */
function readingOf(parts: readonly SurfacePart[]): string[] {
  const told = parts.flatMap(({ problem, above }) =>
    above === undefined ? [] : [`${above.toFixed(2)} % on ${problem}`],
  );
  if (told.length === 0) return [];
  return [
    `The error at the highest evidence is above the least of the grid by ${told.join(" and ")} of the test rows: the evidence leads into the region of low ` +
      "error. The least itself was chosen by looking at the test rows, and is too low by as much as chance allows.",
  ];
}

const description =
  "The claim behind every table that follows: hyperparameters of high evidence, which is computed from the training rows alone, are those of low " +
  `test error. At κ_b = ${kappaB} the classifier is fitted at every pair of κ (one over the squared length scale) and κ₀ (the variance of the latent function) on a ` +
  "grid; the evidence there and the error on the test rows are drawn beside each other. If the claim holds, the dark regions of the two lie over each " +
  "other, and the cross of the evidence near the circle of the least error. The paper draws both problems and prints no figures.";
