import { selectEngine } from "../../engine/selectEngine.ts";
import { fitMember, type MemberInput, type MemberOutput } from "../../models/auto/fitMember.ts";
import { modelFromDocument } from "../../models/index.ts";
import { modelForClasses } from "../../models/coupled/modelForClasses.ts";
import { threadClock } from "../../run/threadClock.ts";
import type { Work } from "../../run/work.ts";

/** Fits one of the members that the model `auto` tries. */
export function memberTask(input: MemberInput): Work<MemberOutput> {
  const model = modelForClasses(modelFromDocument(input.plan.model), input.problem.classCount);
  return fitMember(model, input, selectEngine(input.engine), input.isTimed ? threadClock() : undefined);
}
