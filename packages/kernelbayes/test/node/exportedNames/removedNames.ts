/** A name that an entry point no longer has, and what users write instead; "none" where nothing takes its place. */
export interface RemovedName {
  readonly entry: string;
  readonly name: string;
  readonly replacement: string;
}

/** Reads lines of the form `entry name → replacement`; lines that begin with # are comments. */
export function readRemovedNames(text: string): RemovedName[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, entry, name, replacement] = /^(\S+) (\S+) → (.+)$/.exec(line) ?? [];
      if (!replacement) throw new Error(`A removed name reads "entry name → replacement"; got "${line}".`);
      return { entry, name, replacement };
    });
}

/** The names of a list as `exportedNames` has it, without kinds and types. */
export function namesOf(lines: readonly string[]): Set<string> {
  return new Set(lines.filter((line) => !line.startsWith("#")).flatMap((line) => /^[\w$.]+/.exec(line) ?? []));
}

/** The names of a former list that are in neither the present list nor among those that were removed. */
export function missingNames(
  entry: string,
  before: readonly string[],
  now: readonly string[],
  removed: readonly RemovedName[],
): string[] {
  const present = namesOf(now);
  const known = new Set(removed.filter((each) => each.entry === entry).map(({ name }) => name));
  return Array.from(namesOf(before)).filter((name) => !present.has(name) && !known.has(name));
}

/** What the changelog does not mention in backquotes: the name, or what to write instead. */
export function unmentioned({ name, replacement }: RemovedName, changelog: string): string[] {
  const words = replacement === "none" ? [name] : [name, replacement];
  return words.filter((word) => !changelog.includes(`\`${word}\``));
}
