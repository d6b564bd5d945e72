import { referenceEngine } from "../../../src/engine/reference/index.ts";
import { fromRows } from "../../../src/matrix/index.ts";
import {
  correctForPriors,
  coupleOneVersusRest,
  hastieTibshirani,
  wuLinWeng,
} from "../../../src/calibration/coupling/index.ts";

type Input =
  | { readonly pairwise: number[][]; readonly pairSizes?: number[][] }
  | { readonly binaryEqualPriors: number[]; readonly classPriors: number[] };

/** Prediction and comparison, sections 2.1 to 2.3: class probabilities from pairwise and from one-versus-rest machines. */
export function coupling(input: unknown, _caseName: string): unknown {
  const given = input as Input;
  if ("pairwise" in given) {
    const pairwise = fromRows(given.pairwise);
    const pairSizes = given.pairSizes === undefined ? undefined : fromRows(given.pairSizes);
    return {
      wuLinWeng: [...wuLinWeng(referenceEngine, pairwise).probabilities],
      hastieTibshirani: [...hastieTibshirani(pairwise, pairSizes).probabilities],
    };
  }
  const binaryEmpirical = correctForPriors(given.binaryEqualPriors, given.classPriors);
  return {
    binaryEmpirical: [...binaryEmpirical],
    coupled: [...coupleOneVersusRest(binaryEmpirical)],
    coupledWithoutCorrection: [...coupleOneVersusRest(given.binaryEqualPriors)],
  };
}
