/** Tolerances of a comparison: |a − b| ≤ atol + rtol · max|expected|, the largest of the array that the number stands in. */
interface Tolerance {
  readonly rtol: number;
  readonly atol: number;
}

export interface CompareOptions extends Partial<Tolerance> {
  /** Tolerances of single quantities by name; a dotted name reaches inside, a parent's entry holds for all below it. */
  readonly tolerances?: Readonly<Record<string, Partial<Tolerance>>>;
  /** "elementwise": rtol · |expected| entry by entry instead of the largest of the array. */
  readonly compare?: string;
}

/** What differs, one sentence each; empty when all agree. Only what `expected` names is compared. */
export function differences(actual: unknown, expected: unknown, options: CompareOptions): string[] {
  return compareValue(actual, expected, [], largest(expected), options);
}

function compareValue(
  actual: unknown,
  expected: unknown,
  path: readonly string[],
  scale: number,
  options: CompareOptions,
): string[] {
  const place = path.join(".").replaceAll(".[", "[") || "the result";
  if (expected === null) return [];
  const number = numberOf(expected);
  if (number !== undefined) {
    const found = numberOf(actual);
    if (found === undefined) return [`${place} should be ${number}; there is ${describe(actual)}`];
    const { rtol, atol } = toleranceOf(path, options);
    const reference = options.compare === "elementwise" ? Math.abs(number) : scale;
    const allowed = atol + (Number.isFinite(reference) ? rtol * reference : 0);
    return Object.is(found, number) || found === number || Math.abs(found - number) <= allowed
      ? []
      : [`${place} should be ${number} within ${allowed.toExponential(1)}; is ${found}`];
  }
  if (Array.isArray(expected)) {
    const found = listOf(actual);
    if (found === undefined) return [`${place} should be a list of ${expected.length}; there is ${describe(actual)}`];
    if (found.length !== expected.length)
      return [`${place} should have ${expected.length} entries; has ${found.length}`];
    // One scale for a whole array of numbers, however deeply nested.
    return expected.flatMap((entry, i) =>
      compareValue(
        found[i],
        entry,
        [...path, `[${i}]`],
        typeof entry === "object" && !Array.isArray(entry) ? largest(entry) : scale,
        options,
      ),
    );
  }
  if (typeof expected === "object") {
    if (typeof actual !== "object" || actual === null)
      return [`${place} should be an object; there is ${describe(actual)}`];
    return Object.entries(expected).flatMap(([name, value]) =>
      compareValue((actual as Record<string, unknown>)[name], value, [...path, name], largest(value), options),
    );
  }
  return actual === expected ? [] : [`${place} should be ${JSON.stringify(expected)}; is ${describe(actual)}`];
}

/** Largest finite absolute number in nested arrays; objects inside have scales of their own. */
function largest(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((most: number, entry) => Math.max(most, largest(entry)), 0);
  const number = numberOf(value);
  return number !== undefined && Number.isFinite(number) ? Math.abs(number) : 0;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (value === "Infinity" || value === "-Infinity" || value === "NaN") return Number(value);
  return undefined;
}

function listOf(value: unknown): ArrayLike<unknown> | undefined {
  if (Array.isArray(value)) return value;
  return ArrayBuffer.isView(value) ? (value as unknown as ArrayLike<unknown>) : undefined;
}

/** The tolerance of the longest matching name, positions in arrays left out. Without any, numbers must be equal. */
function toleranceOf(path: readonly string[], { rtol = 0, atol = 0, tolerances = {} }: CompareOptions): Tolerance {
  const names = path.filter((part) => !part.startsWith("["));
  for (let length = names.length; length > 0; length--) {
    const name = names.slice(0, length).join(".");
    if (Object.hasOwn(tolerances, name)) return { rtol, atol, ...tolerances[name] };
  }
  return { rtol, atol };
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  const shown = JSON.stringify(value) ?? String(value);
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}
