import { InputError, type Posterior } from "kernelbayes";
import { readPosterior } from "kernelbayes/node";

/** The model in a file; what is wrong with the file is told with what to do about it. */
export async function readModel(path: string): Promise<Posterior> {
  try {
    return await readPosterior(path);
  } catch (error) {
    if (!(error instanceof InputError) || error.code !== "invalid-document") throw error;
    throw error.withRemedy(
      "A model file is written by `kernelbayes fit`; this one is another file, or was damaged or cut short on its way.",
    );
  }
}
