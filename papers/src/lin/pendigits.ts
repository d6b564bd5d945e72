import { agreementOf } from "../agreement.ts";
import { doneRows, fitJob, operationsOf, type FitWish } from "../fitJob.ts";
import { agreementCells, markdownTable } from "../markdown.ts";
import { judgedClaim } from "../benchmark/benchmarkFigures.ts";
import type { ReproduceSettings, Study } from "../paper.ts";
import { publishedWhere } from "../published.ts";

/** Training rows of a quick run, and of the full one. */
const [quickRows, allRows] = [2000, 7494];
const testRows = 3498;
/** Rows of the basis of the low-rank form. */
const [quickBasis, usualBasis] = [300, 1000];

/** The kernel of the source, in the units of the table: coordinates of the pen from 0 to 100. */
const kernel = { kind: "gaussian", lengthScale: 50 };

/** Handwritten digits, one machine against the rest for each, with the parameters of the source. */
export function linPendigits(settings: ReproduceSettings): Study {
  const { isQuick } = settings;
  const rows = isQuick ? quickRows : allRows;
  const basisSize = isQuick ? quickBasis : usualBasis;
  const forms: readonly { readonly title: string; readonly model: FitWish["model"] }[] = [
    {
      title: "exact",
      model: { name: "bayesian-kfda", kernel, penalty: "identity", regularization: 50, decision: "vote" },
    },
    {
      title: `low rank, ${basisSize} pivoted rows`,
      model: {
        name: "orkfd",
        kernel,
        basis: "pivoted",
        basisSize,
        // The same function on fewer rows has coefficients that are larger by n/m, and their squares a sum larger by that.
        regularization: (50 * basisSize) / rows,
        decision: "sign",
        boundary: "midpoint",
      },
    },
  ];
  const jobs = forms.map(({ model }) =>
    fitJob(
      {
        dataset: "pendigits",
        partition: 1,
        model,
        encoding: { standardize: "none" },
        study: { source: "pendigits", ...(isQuick && { rows }) },
        size: { rows, columns: 16, classes: 10 },
      },
      settings,
    ),
  );
  return {
    title: "Handwritten digits (slide 8)",
    shows: ["Slide 8"],
    stages: [{ operations: operationsOf(jobs), jobs: () => jobs }],
    part(found) {
      const [result] = publishedWhere(settings.published, { source: "lin", dataset: "pendigits" });
      const printed = { mean: result.mean, runs: 1, digit: 0.01 };
      const share = result.mean / 100;
      // Of the number of rows that a classifier of this accuracy gets right.
      const deviation = 100 * Math.sqrt((share * (1 - share)) / testRows);
      const cells = forms.map(({ title }, at) => {
        const values = doneRows(found, [jobs[at]]).map(({ errorRate }) => 100 * (1 - errorRate));
        const agreement = agreementOf(values, printed, { better: "higher", deviation });
        // With fewer rows to learn from there is nothing to be judged.
        return { title, agreement: isQuick ? { ...agreement, verdict: "not measured" as const } : agreement };
      });
      const others = publishedWhere(settings.published, { source: "lin", dataset: "pendigits" }).slice(1);
      return {
        text: [
          description,
          ...(isQuick
            ? [
                `Cut short: the first ${rows} of ${allRows} training rows, which costs accuracy: the printed figure is shown and not compared.`,
              ]
            : []),
          markdownTable(
            cells.map(({ title, agreement }) => ({ "form, accuracy %": title, ...agreementCells(printed, agreement) })),
          ),
          `Quoted there: ${others.map(({ method, mean }) => `${method} ${mean} %`).join("; ")}.`,
        ].join("\n\n"),
        drawings: [],
        verdicts: cells.map(({ agreement }) => agreement.verdict),
        // One number in print, by which both forms are judged.
        judged: cells.map(() => "slide 8"),
        claims: [
          judgedClaim(
            {
              claim:
                "The discriminant with one machine for each digit reaches 97.63 %, close to the best figure known then, 97.8 %. (Rule: the exact form is within half a per cent of it.)",
              where: "Slide 8",
            },
            !isQuick && Number.isFinite(cells[0].agreement.mean),
            Math.abs(cells[0].agreement.mean - 97.8) <= 0.5,
            `Exact ${cells[0].agreement.mean.toFixed(2)} %, low rank ${cells[1].agreement.mean.toFixed(2)} %.`,
          ),
        ],
      };
    },
  };
}

const description =
  "Ten machines, each digit against the rest, and the class of the largest output; Gaussian kernel of width λ = 50 on the raw " +
  "coordinates, penalty matrix A = I, r = 50. The source prints 3415 of 3498 test digits right and no spread; the standard error is " +
  "that of a binomial count on both sides, which is too large where the same digits are hard for both. The exact form keeps the " +
  "kernel matrix of all n training rows. The low-rank form has an expansion in m of them, chosen by pivoted Cholesky factorization: " +
  "it is the optimally regularized discriminant, whose coefficients are those of this one up to a factor, with r · m/n in place of " +
  "r, because the same function in fewer terms has larger coefficients.";
