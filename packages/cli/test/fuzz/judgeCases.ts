// The process that judges the cases of `fuzz`, named by messages: "subject:seed", or the name of a kept case.
import { keptCases } from "./corpus.ts";
import type { FailureKind, Report } from "./fuzz.ts";
import { NumericalError } from "kernelbayes";
import { BadProbability } from "./subject.ts";
import { inputOf, judge } from "./subjects.ts";

const tell = (report: Report): void => void process.send?.(report);

process.on("message", (name: string) => void judgeCase(name));
tell({ isReady: true });

async function judgeCase(name: string): Promise<void> {
  try {
    const kept = keptCases().find((each) => each.name === name)?.kept;
    const [subject, seed] = name.split(":");
    const verdict = await (kept ? judge(kept.subject, kept.input) : judge(subject, inputOf(subject, Number(seed))));
    tell({ ended: name, verdict });
  } catch (error) {
    const story = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tell({ ended: name, kind: kindOf(error), story });
  }
}

function kindOf(error: unknown): FailureKind {
  if (error instanceof BadProbability) return "bad probability";
  return error instanceof NumericalError ? "unsolved" : "crash";
}
