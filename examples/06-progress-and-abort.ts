// Long work tells how far it has come, and stops when it is asked to.
import { estimateCost, fit, shrunkenDiscriminant } from "kernelbayes";
import { waveform } from "kernelbayes/data";

export async function main(print: (line: string) => void): Promise<void> {
  const table = waveform({ rows: 200, seed: 1 });
  const model = shrunkenDiscriminant();

  // The cost is announced before anything is computed.
  const { memory, time } = estimateCost(model, table.rows, table.columns.length - 1, 3);
  print(`expected: ${Math.ceil(memory / 2 ** 20)} MiB at most, ${time}`);

  const posterior = await fit(model, table, {
    target: "class",
    onProgress: ({ stage, step, of, fraction }) => print(`${Math.round(100 * fraction)} %, ${stage}: ${step} of ${of}`),
  });
  print(`done, ${posterior.training.rows.length} rows`);

  // The signal of an AbortController, of a page that is closed, or of a time limit: AbortSignal.timeout(1000).
  const controller = new AbortController();
  try {
    await fit(model, table, {
      target: "class",
      signal: controller.signal,
      onProgress: ({ step }) => {
        if (step === 3) controller.abort();
      },
    });
    print("not reached");
  } catch (error) {
    print(`stopped: ${(error as Error).name}`);
  }
}
