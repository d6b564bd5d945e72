import type { Tasks } from "./executor.ts";
import { taskOutcome, type Outcome } from "./outcome.ts";
import { putBack, type LightInput } from "./sharedContents.ts";

/** What is sent along with an input whose large parts were taken out. */
export interface SentParts {
  readonly parts: LightInput["parts"];
  /** Asked for the data of keys that are not known here: it answers a list of keys by `PartsAnswer`. */
  readonly port: MessagePort;
}

export interface PartsAnswer {
  /** In the order of the keys that were asked for. */
  readonly data: readonly unknown[];
  /** The keys of all data that are in use: others can be forgotten. */
  readonly inUse: readonly string[];
}

/**
 * What a worker answers to: "runTask" with the name of a task and its input. How far it has come goes to `onFraction`. Data that inputs share
 * are asked for once, and kept as long as they are in use and until others come.
 */
export function taskMethods(
  tasks: Tasks,
  onFraction: (fraction: number) => void,
): { runTask(name: string, input: unknown, sent?: SentParts): Outcome | Promise<Outcome> } {
  const kept = new Map<string, unknown>();
  return {
    runTask(name, input, sent) {
      if (!sent) return taskOutcome(tasks, name, input, onFraction);
      return complete(kept, sent).then(() => {
        const whole = putBack({ input, parts: sent.parts }, (key) => kept.get(key));
        return taskOutcome(tasks, name, whole, onFraction);
      });
    },
  };
}

/** Keeps the data that an input refers to, and forgets what is not in use any more. */
async function complete(kept: Map<string, unknown>, { parts, port }: SentParts): Promise<void> {
  const missing = [...new Set(Object.values(parts))].filter((key) => !kept.has(key));
  if (missing.length > 0) {
    const { data, inUse } = await new Promise<PartsAnswer>((resolve) => {
      port.onmessage = (message: MessageEvent<PartsAnswer>) => resolve(message.data);
      port.postMessage(missing);
    });
    for (const key of kept.keys()) if (!inUse.includes(key)) kept.delete(key);
    missing.forEach((key, at) => kept.set(key, data[at]));
  }
  port.close();
}
