// Folds shared out to worker threads: the same numbers, to the last bit, whatever the number of workers.
import { crossValidate, iris, shrunkenDiscriminant } from "kernelbayes";
import { workerExecutor } from "kernelbayes/node";

export async function main(print: (line: string) => void): Promise<void> {
  const executor = workerExecutor({ workers: 2 });
  try {
    const options = { target: "species", folds: 5 };
    const here = await crossValidate(shrunkenDiscriminant(), iris(), options);
    const shared = await crossValidate(shrunkenDiscriminant(), iris(), { ...options, executor });
    print(`error rate here: ${here.scores.errorRate}`);
    print(`error rate shared: ${shared.scores.errorRate}`);
    const same = here.logProbabilities.data.every((value, at) => value === shared.logProbabilities.data[at]);
    print(`the same numbers: ${same}`);
  } finally {
    await executor.close(); // the threads would keep the process alive
  }
}
