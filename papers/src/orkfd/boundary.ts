import { doneRows, fitJob, operationsOf } from "../fitJob.ts";
import { foundOf } from "../found.ts";
import { figureText } from "../markdown.ts";
import type { ReproduceSettings, Study } from "../paper.ts";

const file = "orkfd-figure-2.svg";
const rows = 256;

/** The boundary around a ball inside a ring. */
export function orkfdBoundary(settings: ReproduceSettings): Study {
  const job = fitJob(
    {
      dataset: "torus",
      partition: 1,
      model: { name: "orkfd", basis: "all", kernelSearch: "alternate", criterion: "error", decision: "sign" },
      study: { source: "torus", rows, boundary: "A ball inside a ring: the boundary of the discriminant" },
      size: { rows, columns: 2 },
    },
    settings,
  );
  return {
    title: "Figure 2: a ball inside a ring",
    shows: ["Figure 2"],
    stages: [{ operations: operationsOf([job]), jobs: () => [job] }],
    part(all) {
      const [row] = doneRows(all, [job]);
      const svg = row && foundOf(row).svg;
      return {
        text: [
          `${rows} rows, a quarter from a standard normal, the others at a radius from N(4, 1) and any angle. Kernel width and μ have ` +
            "the least smoothed leave-one-out error.",
          ...(svg === undefined
            ? ["The fit failed."]
            : [
                figureText(
                  file,
                  `Where the calibrated probability is ½: a closed curve between ball and ring. The sign of the output misclassifies ` +
                    `${(100 * row.errorRate).toFixed(1)} % of ${row.testRows} other rows.`,
                ),
              ]),
        ].join("\n\n"),
        drawings: svg === undefined ? [] : [{ file, svg }],
        verdicts: [],
      };
    },
  };
}
