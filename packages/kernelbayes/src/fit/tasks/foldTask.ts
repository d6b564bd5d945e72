import { foldWork, type FoldInput, type FoldOutput } from "../crossValidateWork.ts";
import { modelFromDocument } from "../../models/index.ts";
import type { Work } from "../../run/work.ts";

/** Fits on the training rows of one fold of a cross-validation and predicts its test rows. */
export function foldTask(input: FoldInput): Work<FoldOutput> {
  return foldWork(modelFromDocument(input.model), input);
}
