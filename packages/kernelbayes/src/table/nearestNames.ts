/** Names longer than this are compared by their beginnings, which bounds the work. */
const longest = 64;

/**
 * Up to three names that a person may have meant: those that differ only in case or in surrounding blanks, then those
 * within a third of the length (at least 1) in edit distance, nearest first.
 */
export function nearestNames(wanted: string, names: readonly string[]): string[] {
  const target = simplify(wanted);
  const allowed = Math.max(1, Math.floor(target.length / 3));
  return names
    .map((name) => ({ name, simple: simplify(name) }))
    .filter(({ simple }) => Math.abs(simple.length - target.length) <= allowed)
    .map(({ name, simple }) => ({ name, distance: editDistance(target, simple) }))
    .filter(({ distance }) => distance <= allowed)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

function simplify(name: string): string {
  return name.slice(0, longest).trim().toLowerCase();
}

/** The least number of insertions, deletions and substitutions that turn one text into the other (Levenshtein). */
export function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const current = [i];
    for (let j = 1; j <= to.length; j++) {
      const substitution = above[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, above[j] + 1, current[j - 1] + 1));
    }
    above = current;
  }
  return above[to.length];
}
