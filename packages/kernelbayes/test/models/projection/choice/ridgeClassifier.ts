import type { Engine } from "../../../../src/engine/engine.ts";
import { logProbabilitiesOf } from "../../../../src/likelihoods/multinomial/multinomialMode.ts";
import { progress } from "../../../../src/run/work.ts";
import {
  componentDesign,
  scoreFactors,
  type ScoreScaling,
  type RidgeFit,
} from "../../../../src/models/projection/choice/evidenceRidge.ts";
import { ridgeOn, type RidgeOnOptions } from "../../../../src/models/projection/choice/ridgeChoice.ts";
import type { HalfClassifier, ProjectedHalf } from "../../../../src/models/projection/choice/utilityChoice.ts";

export interface RidgeClassifierOptions {
  /** Whether the scores of a class have an intercept. Default true. */
  readonly intercept?: boolean;
  /** How scores are scaled. Default "common". */
  readonly scaling?: ScoreScaling;
}

/**
 * A fast stand-in for a Markov chain where numbers of components are screened: the most probable class under the mode of a
 * multinomial ridge regression on the scores, its penalty chosen by the evidence. Every regression begins where the one with
 * a component less ended.
 */
export function ridgeClassifier(
  engine: Engine,
  { intercept = true, scaling = "common" }: RidgeClassifierOptions = {},
): HalfClassifier {
  return function* (halves) {
    const found: Int32Array[] = [];
    let before: { readonly split: number; readonly fit: RidgeFit | undefined } | undefined;
    for (const half of halves) {
      const start = before?.split === half.split ? before.fit : undefined;
      const { classes, fit } = classify(engine, half, { intercept, scaling, before: start });
      before = { split: half.split, fit };
      found.push(classes);
      yield progress("screening", found.length, halves.length);
    }
    return found;
  };
}

/** Among the classes that there are in the training half. */
function classify(
  engine: Engine,
  { components, classes, weights, testScores }: ProjectedHalf,
  options: Omit<RidgeOnOptions, "count">,
): { readonly classes: Int32Array; readonly fit: RidgeFit | undefined } {
  const present = [...new Set(classes)].toSorted((a, b) => a - b);
  if (present.length === 1) {
    return { classes: new Int32Array(testScores.rows).fill(present[0]), fit: undefined };
  }
  const count = components.eigenvalues.length;
  const rows = { classes: classes.map((c) => present.indexOf(c)), classCount: present.length, weights };
  const fit = ridgeOn(engine, rows, components, { ...options, count });
  const factors = scoreFactors(components.eigenvalues, options.scaling);
  const design = componentDesign(testScores, { count, factors, intercept: options.intercept });
  const { data, columns } = logProbabilitiesOf(
    engine,
    engine.multiply(design, fit.mode.coefficients),
    fit.problem.contrasts,
  );
  return {
    classes: Int32Array.from({ length: testScores.rows }, (_, i) => {
      const own = data.subarray(i * columns, (i + 1) * columns);
      return present[own.indexOf(Math.max(...own))];
    }),
    fit,
  };
}
