// Folds shared out to worker threads: the same numbers, to the last bit, whatever the number of workers.
import { crossValidate, iris, shrunkenDiscriminant } from "kernelbayes";
import { workerExecutor } from "kernelbayes/node";

export async function main(print: (line: string) => void): Promise<void> {
  const executor = workerExecutor({ workers: 2 });
  try {
    const options = { target: "species", folds: 5 };
    const here = await crossValidate(shrunkenDiscriminant(), iris(), options);
    const shared = await crossValidate(shrunkenDiscriminant(), iris(), { ...options, executor });
    for (const [where, { scores }] of Object.entries({ here, shared })) {
      print(`${where}: error rate ${scores.errorRate.toFixed(3)}, log loss ${scores.logLoss.mean.toFixed(3)}`);
    }
    const same = here.logProbabilities.data.every((value, at) => value === shared.logProbabilities.data[at]);
    print(`the same numbers: ${same}`);
  } finally {
    await executor.close(); // the threads would keep the process alive
  }
}
