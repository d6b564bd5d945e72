import { loadavg } from "node:os";
import { leastSquares, progress, selectEngine, type Work } from "kernelbayes";
import type { Measured } from "../../experiment/experiment.ts";
import type { ExperimentInput } from "../../experiment/experimentTask.ts";
import { directResiduals } from "./directResiduals.ts";
import { kernelOf, regularizationProblem, type RegularizationProblem } from "./regularizationProblem.ts";

/** The ways to the best regularization, by their names in the store. */
export type SearchRoute = "direct-search" | "canonical-search" | "canonical-search-alone";

/** What a time is to be judged by. */
export interface SearchCircumstances {
  /** Processes that wanted to run, on average of the minute before. */
  readonly load: number;
}

/** Of the smoothed error. */
const sharpness = 10;
/** Runs go on until they have taken this long, in seconds, and of all of them the fastest counts. */
const least = 0.25;

/** Times one way to the best regularization of so many rows; the kernel matrix is made beforehand and not counted. */
export function* searchTimeTask({ experiment }: ExperimentInput): Work<Partial<Measured>> {
  const { method, options, seed, engine: name } = experiment;
  const rows = options.rows as number;
  const problem = regularizationProblem(rows, seed * 10_000 + rows);
  const time = timerOf(method as SearchRoute, problem, name);
  let best = Infinity;
  for (let spent = 0, run = 0; run < 2 || spent < least; run++) {
    const seconds = time();
    spent += seconds;
    best = Math.min(best, seconds);
    yield progress("runs", run + 1, run + 1);
    if (spent > 40 * least) break;
  }
  const found: SearchCircumstances = { load: loadavg()[0] };
  return { trainRows: rows, seconds: best, found: JSON.stringify(found) };
}

function timerOf(route: SearchRoute, problem: RegularizationProblem, name: string): () => number {
  const engine = selectEngine(name);
  const { targets, ones } = problem;
  const K = kernelOf(engine, problem);
  const formOf = (): leastSquares.ExpansionForm =>
    leastSquares.kernelForm(engine, K, "coefficients", { weights: ones, bias: "free" });
  const search = (form: leastSquares.ExpansionForm): void => {
    const criterion = leastSquares.smoothedError(targets, ones, sharpness);
    leastSquares.chooseRegularization(engine, form, [leastSquares.responseOf(engine, form, targets)], [criterion]);
  };
  const form = formOf();
  const grid = leastSquares.regularizationGrid(form);
  const routes: Readonly<Record<SearchRoute, () => void>> = {
    "direct-search"() {
      const criterion = leastSquares.smoothedError(targets, ones, sharpness);
      for (const residuals of directResiduals(engine, K, targets, grid)) criterion.value(residuals);
    },
    "canonical-search": () => search(formOf()),
    "canonical-search-alone": () => search(form),
  };
  return () => {
    const began = performance.now();
    routes[route]();
    return (performance.now() - began) / 1000;
  };
}
