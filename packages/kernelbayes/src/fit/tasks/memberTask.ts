import { selectEngine } from "../../engine/selectEngine.ts";
import { fitMember, type MemberInput, type MemberOutput } from "../../models/auto/fitMember.ts";
import { memberModel } from "../../models/auto/memberModel.ts";
import { threadClock } from "../../run/threadClock.ts";
import type { Work } from "../../run/work.ts";

/** Fits one of the members that the model `auto` tries. */
export function memberTask(input: MemberInput): Work<MemberOutput> {
  const model = memberModel(input.plan.model, "model", input.problem.classCount);
  return fitMember(model, input, selectEngine(input.engine), input.isTimed ? threadClock() : undefined);
}
