// Three models on the same folds: which predicts better, can the data tell, and are the probabilities calibrated?
import {
  crossValidate,
  linearDiscriminant,
  quadraticDiscriminant,
  shrunkenDiscriminant,
  type CrossValidation,
} from "kernelbayes";
import { ringnorm } from "kernelbayes/data";
import { elpdDifference } from "kernelbayes/evaluate";

export async function main(print: (line: string) => void): Promise<void> {
  // A small cloud inside a wide one: the best boundary is curved, and has an error rate of 1.2 %.
  const table = ringnorm({ rows: 300, seed: 1 });
  const results: CrossValidation[] = [];
  for (const model of [linearDiscriminant(), quadraticDiscriminant(), shrunkenDiscriminant()]) {
    // One seed, hence the same ten folds for all. Encoding and model are learned on the training part of each fold.
    const result = await crossValidate(model, table, { target: "class", folds: 10, seed: 1 });
    const { errorRate, logLoss, calibration } = result.scores;
    print(
      `${model.name}: error rate ${errorRate.toFixed(3)}, log loss ${logLoss.mean.toFixed(3)}, ` +
        `calibration error ${calibration.error.toFixed(3)} (by chance ${calibration.byChance.toFixed(3)})`,
    );
    results.push(result);
  }

  const [linear, quadratic] = results.map(densities);
  const { difference, standardError, distinguishable } = elpdDifference(quadratic, linear);
  print(
    `qda over lda: ${difference.toFixed(1)} ± ${standardError.toFixed(1)} nats, distinguishable: ${distinguishable}`,
  );
}

/** Log probability of the true class of each row. */
function densities({ logProbabilities, truth }: CrossValidation): number[] {
  return Array.from(truth, (q, row) => logProbabilities.data[row * logProbabilities.columns + q]);
}
