/** Numbers of double precision, for arguments that are addresses. */
export const one: Float64Array = Float64Array.of(1);
export const zero: Float64Array = Float64Array.of(0);

const characters = new Map<string, Uint8Array>();
const integers = new Map<number, Int32Array>();
const mostIntegers = 4096;

/** A character for Fortran. The same one each time: routines only read it. */
export function character(value: string): Uint8Array {
  const known = characters.get(value) ?? Uint8Array.of(value.charCodeAt(0));
  characters.set(value, known);
  return known;
}

/**
 * An INTEGER for Fortran, as 64 bits: on machines that begin with the low byte (all that are supported) a library with
 * 32-bit integers reads its first half and finds the same number. The same array each time: routines only read it.
 */
export function integer(value: number): Int32Array {
  const known = integers.get(value);
  if (known) return known;
  const made = Int32Array.of(value, value < 0 ? -1 : 0);
  if (integers.size < mostIntegers) integers.set(value, made);
  return made;
}

/** Room for INTEGERs that a routine writes, of either width. */
export function integersOut(count: number): Int32Array {
  return new Int32Array(2 * count);
}
