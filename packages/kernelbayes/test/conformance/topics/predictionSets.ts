import { conformalThreshold, scoreQuantile } from "../../../src/compare/sets/conformalThreshold.ts";
import { predictionSets, plausibleClasses } from "../../../src/compare/sets/predictionSets.ts";
import { setScores, type SetScore } from "../../../src/compare/sets/setScores.ts";
import { fromRows, toRows } from "../../../src/matrix/row.ts";
import { mostProbable } from "../../../src/evaluate/probabilities.ts";

interface Input {
  readonly calibrationProbability: number[][];
  readonly calibrationClass: number[];
  readonly testProbability?: number[][];
  readonly uniforms?: number[];
  readonly level: number;
}

/** Split conformal sets, and the threshold of too few rows. */
export function splitSets({
  calibrationProbability,
  calibrationClass,
  testProbability,
  uniforms,
  level,
}: Input): unknown {
  const calibration = fromRows(calibrationProbability);
  if (!testProbability || !uniforms) {
    return { threshold: conformalThreshold(calibration, calibrationClass, { level }).thresholds[0] };
  }
  const test = fromRows(testProbability);
  const withoutDraws = (score: SetScore): unknown => {
    const threshold = conformalThreshold(calibration, calibrationClass, { level, score, randomize: false });
    const sets = predictionSets(test, threshold, { nonEmpty: false });
    return { threshold: threshold.thresholds[0], sets };
  };
  // The file gives the numbers that the library would draw.
  const scores = setScores(fromRows([...calibrationProbability, ...testProbability]), "adaptive", uniforms);
  const rows = toRows(scores);
  const threshold = scoreQuantile(
    calibrationClass.map((c, row) => rows[row][c]),
    level,
  );
  const adaptive = (fallback?: ArrayLike<number>): unknown => {
    const thresholds = new Float64Array(scores.columns).fill(threshold);
    return { threshold, sets: plausibleClasses(fromRows(rows.slice(calibration.rows)), thresholds, fallback) };
  };
  return {
    apsScores: rows,
    aps: adaptive(),
    apsNonEmpty: adaptive(mostProbable(test)),
    apsDeterministic: withoutDraws("adaptive"),
    lac: withoutDraws("least-ambiguous"),
  };
}
