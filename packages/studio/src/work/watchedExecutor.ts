import type { Executor } from "kernelbayes";
import type { MapOptions } from "kernelbayes/executors";
import type { MemberProgress } from "../data/fitRecord.ts";

/** As much of the input of a task as says which member of a combination it fits. */
interface MemberTask {
  readonly plan: { readonly title: string };
}

/** An executor that also reports how far each member of a combination has come, those of earlier requests included. */
export function watchedExecutor(executor: Executor, report: (members: readonly MemberProgress[]) => void): Executor {
  const members: MemberProgress[] = [];
  const advance = (at: number, fraction: number): void => {
    if (fraction <= members[at].fraction) return;
    members[at] = { ...members[at], fraction };
    report([...members]);
  };
  const map = async (task: string, inputs: readonly unknown[], options: MapOptions = {}): Promise<unknown[]> => {
    if (task !== "member") return executor.map(task, inputs, options);
    const before = members.length;
    for (const input of inputs) members.push({ title: (input as MemberTask).plan.title, fraction: 0 });
    report([...members]);
    const outputs = await executor.map(task, inputs, {
      ...options,
      onFraction(input, fraction) {
        advance(before + input, fraction);
        options.onFraction?.(input, fraction);
      },
    });
    inputs.forEach((_, input) => advance(before + input, 1));
    return outputs;
  };
  return { ...executor, map };
}
