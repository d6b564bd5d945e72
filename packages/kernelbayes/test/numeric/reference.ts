import functions from "../fixtures/numeric/functions.json" with { type: "json" };

export type FunctionName = keyof typeof functions;

export interface Reference {
  readonly x: number;
  /** The nearest double. */
  readonly value: number;
  /** What is missing from it, in units in the last place. */
  readonly fraction: number;
}

/** The points of a function's fixture, whose values are known to 50 digits. */
export function referencesOf(name: FunctionName): Reference[] {
  return functions[name].map(([x, value, fraction]) => ({
    x: Number(x),
    value: Number(value),
    fraction: Number(fraction),
  }));
}

/** The distance between neighbouring doubles at x. */
export function unitInLastPlace(x: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(x));
  const exponent = Math.max(view.getUint16(0) >>> 4, 1) - 1023;
  return 2 ** Math.max(exponent - 52, -1074);
}

/** The error of a computed value in units in the last place of the true one. */
export function errorInUnits(computed: number, { value, fraction }: Reference): number {
  if (Object.is(computed, value) || computed === value) return Math.abs(fraction);
  return Math.abs((computed - value) / unitInLastPlace(value) - fraction);
}

export interface Worst {
  readonly error: number;
  readonly x: number;
}

/** The largest error of f over its fixture, in units in the last place, and where it occurs. NaN counts as infinite. */
export function worstError(f: (x: number) => number, references: readonly Reference[]): Worst {
  let worst: Worst = { error: 0, x: NaN };
  for (const reference of references) {
    const error = errorInUnits(f(reference.x), reference);
    if (!(error <= worst.error)) worst = { error: Number.isNaN(error) ? Infinity : error, x: reference.x };
  }
  return worst;
}
