// A posterior is saved as plain JSON and predicts the same wherever it is loaded: in Node, in a page, on a server.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fit, InputError, iris, loadPosterior, quadraticDiscriminant } from "kernelbayes";
import { readPosterior, writePosterior } from "kernelbayes/node";

export async function main(print: (line: string) => void): Promise<void> {
  const table = iris();
  const posterior = await fit(quadraticDiscriminant(), table, { target: "species" });
  const expected = posterior.predict(table).probabilities.data;

  // As text, for any runtime.
  const text = JSON.stringify(posterior.toDocument());
  const loaded = loadPosterior(text).predict(table).probabilities.data;
  print(`from text, the same numbers: ${loaded.every((p, at) => p === expected[at])}`);

  // As a file, in Node.
  const folder = await mkdtemp(join(tmpdir(), "kernelbayes-example-"));
  try {
    const path = join(folder, "model.json");
    await writePosterior(path, posterior);
    const { model, classes, seed, predict } = await readPosterior(path);
    print(`${model.name} of ${classes.join(", ")}, seed ${seed}`);
    const read = predict(table).probabilities.data;
    print(`from a file, the same numbers: ${read.every((p, at) => p === expected[at])}`);
  } finally {
    await rm(folder, { recursive: true });
  }

  // A document may come from anywhere: what does not fit is refused, with the place.
  try {
    loadPosterior(text.replace('"setosa"', "17"));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    print(`${error.code}: ${error.message}`);
  }
}
