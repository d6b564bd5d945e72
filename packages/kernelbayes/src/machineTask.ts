import { selectEngine } from "./engine/select.ts";
import type { MachineInput } from "./models/coupledModel.ts";
import { modelFromDocument } from "./models/index.ts";
import { numericDocument } from "./posterior/numericDocument.ts";
import type { Work } from "./run/work.ts";

/** Fits one two-class machine of a coupled model and returns its document. */
export function* machineTask({ model, problem, engine, seed }: MachineInput): Work<Record<string, unknown>> {
  return numericDocument(yield* modelFromDocument(model).fit(problem, { engine: selectEngine(engine), seed }));
}
