import { commandLines } from "./commandLines.ts";
import { documents } from "./documents.ts";
import { modelOptions } from "./modelOptions.ts";
import { tables } from "./tables.ts";
import { randomOf, type Random, type Verdict } from "./subject.ts";

/** A subject whose inputs are taken as they come: from its own generator, or from a file that it has filled. */
interface AnySubject {
  generate(random: Random): unknown;
  judge(input: never): Verdict | Promise<Verdict>;
}

/** What is fuzzed, by name. */
const subjects: Readonly<Record<string, AnySubject>> = { tables, documents, modelOptions, commandLines };

export const subjectNames: readonly string[] = Object.keys(subjects);

/** The input that a seed gives. */
export function inputOf(subject: string, seed: number): unknown {
  return subjectNamed(subject).generate(randomOf(seed));
}

/** Throws where the input breaks a promise. */
export async function judge(subject: string, input: unknown): Promise<Verdict> {
  return subjectNamed(subject).judge(input as never);
}

function subjectNamed(name: string): AnySubject {
  if (!Object.hasOwn(subjects, name))
    throw new RangeError(`There is no subject ${name}; there are ${subjectNames.join(", ")}.`);
  return subjects[name];
}
