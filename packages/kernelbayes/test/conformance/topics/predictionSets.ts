import { conformalThreshold, scoreQuantile } from "../../../src/compare/sets/conformalThreshold.ts";
import { predictionSets } from "../../../src/compare/sets/predictionSets.ts";
import { setScores, type SetScore } from "../../../src/compare/sets/setScores.ts";
import { fromRows } from "../../../src/matrix/fromRows.ts";
import { toRows } from "../../../src/matrix/toRows.ts";

interface Input {
  readonly calibrationProbability: number[][];
  readonly calibrationClass: number[];
  readonly testProbability?: number[][];
  readonly uniforms?: number[];
  readonly level: number;
}

/** Cases `split` and `too-few` of the conformal sets. */
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
  // The numbers that the file gives instead of drawn ones.
  const scores = toRows(setScores(fromRows([...calibrationProbability, ...testProbability]), "adaptive", uniforms));
  const threshold = scoreQuantile(
    calibrationClass.map((c, row) => scores[row][c]),
    level,
  );
  const sets = scores.slice(calibration.rows).map((row) => Array.from(row.keys()).filter((c) => row[c] <= threshold));
  return {
    apsScores: scores,
    aps: { threshold, sets },
    apsNonEmpty: { threshold, sets },
    apsDeterministic: withoutDraws("adaptive"),
    lac: withoutDraws("least-ambiguous"),
  };
}
