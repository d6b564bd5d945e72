import { selectEngine } from "kernelbayes/engine";
import { leastSquares } from "kernelbayes/models";
import { type Work } from "kernelbayes/progress";
import type { ExperimentInput, Measured } from "@kernelbayes/experiment/node";
import type { Circumstances } from "../circumstances.ts";
import { fastestRun } from "../fastestRun.ts";
import { directResiduals } from "./directResiduals.ts";
import { kernelOf, regularizationProblem, type RegularizationProblem } from "./regularizationProblem.ts";

/** The ways to the best regularization, by their names in the store. */
export type SearchRoute = "direct-search" | "canonical-search" | "canonical-search-alone";

/** Of the smoothed error. */
const sharpness = 10;

/** Times one way to the best regularization of so many rows; the kernel matrix is made beforehand and not counted. */
export function* searchTimeTask({ experiment }: ExperimentInput): Work<Partial<Measured>> {
  const { method, options, seed, engine: name } = experiment;
  const rows = options.rows as number;
  const problem = regularizationProblem(rows, seed * 10_000 + rows);
  const { seconds, load, waited } = yield* fastestRun(searchOf(method as SearchRoute, problem, name));
  const found: Circumstances = { load, ...(waited !== undefined && { waited }) };
  return { trainRows: rows, seconds, found: JSON.stringify(found) };
}

function searchOf(route: SearchRoute, problem: RegularizationProblem, name: string): () => void {
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
  return routes[route];
}
