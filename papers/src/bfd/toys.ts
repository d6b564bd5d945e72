import type { ResultRow } from "@kernelbayes/experiment/node";
import { doneRows, operationsOf } from "../fitJob.ts";
import { foundOf } from "../found.ts";
import { figureText, markdownTable } from "../markdown.ts";
import type { ReproduceSettings, Study } from "../paper.ts";
import { printedPoorLikelihood, recordedSettings } from "./recorded.ts";
import { compositeTable } from "./compositeTable.ts";
import { programmedBounds } from "./programmedBound.ts";
import { toyClaims } from "./toyClaims.ts";
import { capital, toyFits, type DoneToyFit, type ToyMachine } from "./toyFits.ts";
import { toyOverlays, type ToyOverlay } from "./toyOverlays.ts";
import { poorStart, toySets } from "./toySets.ts";

/** Figures 6 to 8 and Table 1: four toy sets in the plane. */
export function bfdToys(settings: ReproduceSettings): Study {
  const fits = toySets.flatMap((set) => toyFits(set, settings));
  const jobs = fits.map(({ job }) => job);
  const doneIn = (rows: readonly ResultRow[]): DoneToyFit[] =>
    fits.flatMap((fit) => doneRows(rows, [fit.job]).map((row) => ({ fit, row, found: foundOf(row) })));
  const overlaysOf = (rows: readonly ResultRow[]): ToyOverlay[] => {
    const done = doneIn(rows);
    const of = (machine: ToyMachine): DoneToyFit[] => done.filter(({ fit }) => fit.machine === machine);
    const sets = toySets.map(({ name }) => name);
    return toyOverlays(sets, { gaussian: highest(of("gaussian"), 1), kfd: of("kfd"), lssvm: of("lssvm") }, settings);
  };
  return {
    title: "Figures 6 to 8 and Table 1: toy sets in the plane",
    shows: ["Figure 6", "Figure 7", "Figure 8", "Table 1"],
    stages: [
      { operations: operationsOf(jobs), jobs: () => jobs },
      { operations: 2e9 * toySets.length, jobs: (rows) => overlaysOf(rows).map(({ job }) => job) },
    ],
    part(rows) {
      const done = doneIn(rows);
      const of = (...machines: ToyMachine[]): DoneToyFit[] => done.filter(({ fit }) => machines.includes(fit.machine));
      const gaussian = highest(of("gaussian"), 1);
      const plain = done.filter((each) => [...of("kfd", "lssvm"), ...gaussian].includes(each));
      const best = highest(of("composite"));
      const poor = of("composite").filter(({ fit }) => fit.set === poorStart.set && fit.start === poorStart.start);
      const good = best.filter(({ fit }) => fit.set === poorStart.set);
      const drawn = new Set([...best, ...poor]);
      const overlays = overlaysOf(rows).flatMap(({ set, file, job }) =>
        doneRows(rows, [job]).flatMap((row) => {
          const { svg } = foundOf(row);
          return svg === undefined ? [] : [{ set, file, svg }];
        }),
      );
      return {
        text: [
          description,
          "### Figure 6: three classifiers with a Gaussian kernel",
          [gaussianText, ...gaussian.flatMap((each) => startText(each, of("gaussian")))].join(" "),
          fitTable(plain),
          ...overlays.map(({ set, file }) =>
            figureText(file, `${capital(set)}: where both classes are equally probable, by the three classifiers.`),
          ),
          "### Figure 7: the Bayesian discriminant with a composite kernel",
          compositeText,
          fitTable(best),
          ...best.flatMap(drawingText),
          "### Figure 8: the spirals from a poor start",
          poorText(good, poor, settings),
          ...poor.filter((each) => !best.includes(each)).flatMap(drawingText),
          "### Table 1: hyperparameters of the composite kernel",
          compositeTable(best, highest(of("narrow")), settings),
          ...programmedBounds(settings),
        ].join("\n\n"),
        drawings: [
          ...overlays.map(({ file, svg }) => ({ file, svg })),
          ...[...drawn].flatMap(({ fit, found: { svg } }) => (svg === undefined ? [] : [{ file: fit.file, svg }])),
        ],
        verdicts: [],
        claims: toyClaims(plain, best),
      };
    },
  };
}

/** Of each set the fit of highest evidence; of several that met the same optimum the one from the preferred start. */
function highest(done: readonly DoneToyFit[], preferred?: number): DoneToyFit[] {
  return toySets.flatMap(({ name }) => {
    const own = done.filter(({ fit }) => fit.set === name);
    const most = Math.max(...own.map(evidenceOf));
    const same = own.filter((each) => most - evidenceOf(each) < leastDifference);
    return same.find(({ fit }) => fit.start === preferred) ?? own.find((each) => evidenceOf(each) === most) ?? [];
  });
}

function evidenceOf({ found }: DoneToyFit): number {
  return found.evidence ?? -Infinity;
}

function errorsOf({ row }: Pick<DoneToyFit, "row">): string {
  return `${Math.round(row.errorRate * row.testRows)} of ${row.testRows}`;
}

/** What became of the start from all parameters 1, where another has the higher evidence. */
function startText(best: DoneToyFit, starts: readonly DoneToyFit[]): string[] {
  const given = starts.find(({ fit }) => fit.set === best.fit.set && fit.start === 1);
  if (!given || evidenceOf(best) - evidenceOf(given) < leastDifference) return [];
  return [
    `On ${best.fit.set} the search from all parameters 1 ends at the log evidence ${evidenceOf(given).toFixed(1)} with ${errorsOf(given)} errors, ` +
      `that from θ₂ = ${best.fit.start} at ${evidenceOf(best).toFixed(1)}.`,
  ];
}

/** Evidences that differ by less, in nats, are those of one optimum. */
const leastDifference = 0.1;

function fitTable(done: readonly DoneToyFit[]): string {
  const hasWeights = done.some(({ found }) => found.relevance);
  return markdownTable(
    done.map(({ fit, row, found: { relevance = [], evidence } }) => ({
      set: fit.set,
      classifier: fit.title,
      "errors in training": errorsOf({ row }),
      "log evidence": evidence === undefined ? "" : evidence.toFixed(1),
      ...(hasWeights && { "relevance of x₁ : x₂": relevance.map((weight) => weight.toPrecision(2)).join(" : ") }),
    })),
  );
}

function drawingText({ fit, found }: DoneToyFit): string[] {
  return found.svg === undefined ? [] : [figureText(fit.file, `${capital(fit.set)}: ${fit.title}.`)];
}

/** What the evidence says of the poor optimum, in print and here. */
function poorText(
  [good]: readonly DoneToyFit[],
  [poor]: readonly DoneToyFit[],
  { directory }: ReproduceSettings,
): string {
  if (!good || !poor) return "The fit failed.";
  const printed = [printedPoorLikelihood(directory), recordedSettings(directory, "ard").get(poorStart.set)?.bound];
  return [
    `From θ₂ = ${poorStart.start} the search of the paper ends in a poor optimum whose boundary does not follow the spirals; the value of the likelihood sets it apart from the good one.`,
    ...(printed.every((value) => value !== undefined)
      ? [
          `In print it is ${printed[0]} there, against ${printed[1]?.toFixed(1)} from a better start (of an objective that is not ours).`,
        ]
      : []),
    good === poor
      ? `Here the search gets from there to the highest evidence of all starts, ${evidenceOf(good).toFixed(1)}, and misclassifies ${errorsOf(good)} rows: with the distance of the class means kept in the evidence the start is not poor, and the figure is the one above.`
      : `Here the log evidence is ${evidenceOf(poor).toFixed(1)} there, with ${errorsOf(poor)} rows on the wrong side, and ${evidenceOf(good).toFixed(1)} from θ₂ = ${good.fit.start}, with ${errorsOf(good)} rows.`,
  ].join(" ");
}

const description =
  "The authors' own toy sets, inputs as they are; all rows are for training. *Spiral* is two interleaved spirals, *overlap* two normals of equal " +
  "covariance (a straight boundary is best), *bumpy* two elongated normals across each other (a quadratic one), and in *relevance* x₂ alone separates the classes.";

const gaussianText =
  "The kernel Fisher discriminant (KFD) leaves out the small eigenvalues of the kernel matrix, as the program of Baudat and Anouar does, and finds width and threshold by ten left-out folds, the width by their errors. The least-squares support vector machine (LS-SVM) finds width and regularization by the errors in ten folds. " +
  "The Bayesian discriminant (BFD) needs no folds: it climbs its evidence. The paper draws the three boundaries over each other. It starts BFD from all parameters 1; here it also has the starts of Figure 7, and the highest evidence is shown.";

const compositeText =
  "The heavy line is where both classes are equally probable; dotted lines lie a quarter of the way from it to the projected mean of each class, close together where the projection is steep. The composite kernel adds a linear part, and has a weight for each column. Its search starts from three values of θ₂, and the highest evidence is kept. Its weights should tell which columns matter: both of spiral and bumpy, x₂ alone of overlap and relevance.";
