import { selectEngine } from "../../engine/selectEngine.ts";
import { fitMachine, type MachineInput } from "../../models/coupled/coupledModel.ts";
import { modelFromDocument } from "../../models/index.ts";
import type { Work } from "../../run/work.ts";

/** Fits one two-class machine of a coupled model and returns its document. */
export function machineTask(input: MachineInput): Work<Record<string, unknown>> {
  return fitMachine(modelFromDocument(input.model), input, selectEngine(input.engine));
}
