import type { LibraryHandle } from "koffi";

/** The routines of BLAS and LAPACK that are used, each with how many arguments it takes and how many are characters. */
const signatures = {
  dgemm: [13, 2],
  dgemv: [11, 1],
  dsyrk: [10, 2],
  dtrsm: [11, 4],
  dtrsv: [8, 3],
  dpotrf: [5, 1],
  dpotri: [5, 1],
  dtrtri: [6, 2],
  dsyevd: [11, 2],
  dsyevr: [21, 3],
  dgeqrf: [8, 0],
  dorgqr: [9, 0],
  dgesdd: [14, 1],
} as const;

type Name = keyof typeof signatures;

/**
 * An argument in the words of Fortran: a character, an INTEGER, or an array. Numbers of double precision are passed as
 * arrays of one.
 */
type Argument = string | number | Float64Array | Int32Array;

/** A call that has been prepared and not yet made. What its routine reads and writes is kept alive by it. */
export interface Call {
  readonly routine: NativeFunction;
  readonly arguments: readonly unknown[];
}

/** A function of a system library, as koffi gives it. */
interface NativeFunction {
  (...values: unknown[]): unknown;
  async(...values: unknown[]): unknown;
}

/** Prepares a call. */
type Routine = (...values: Argument[]) => Call;
export type Routines = Readonly<Record<Name, Routine>>;

/**
 * The routines of a library, under the names that Fortran compilers give them (`dgemm_`). Every argument is an address.
 * The lengths of characters follow at the end, as Fortran compilers pass them without saying so.
 *
 * Throws when one is missing.
 */
export function routinesOf(library: LibraryHandle): Routines {
  const entries = Object.entries(signatures).map(([name, [count, characters]]) => {
    const lengths = new Array<number>(characters).fill(1);
    const routine: NativeFunction = library.func(`${name}_`, "void", [
      ...new Array<string>(count).fill("void *"),
      ...new Array<string>(characters).fill("size_t"),
    ]);
    const prepare: Routine = (...values) => ({ routine, arguments: [...values.map(passed), ...lengths] });
    return [name, prepare] as const;
  });
  return Object.fromEntries(entries) as Routines;
}

function passed(value: Argument): Uint8Array | Int32Array | Float64Array {
  if (typeof value === "string") return character(value);
  return typeof value === "number" ? integer(value) : value;
}

/** Numbers of double precision, for arguments that are addresses. */
export const one: Float64Array = Float64Array.of(1);
export const zero: Float64Array = Float64Array.of(0);

const characters = new Map<string, Uint8Array>();
const integers = new Map<number, Int32Array>();
const mostIntegers = 4096;

/** A character for Fortran. The same one each time: routines only read it. */
function character(value: string): Uint8Array {
  const known = characters.get(value) ?? Uint8Array.of(value.charCodeAt(0));
  characters.set(value, known);
  return known;
}

/**
 * An INTEGER for Fortran, as 64 bits: on machines that begin with the low byte (all that are supported) a library with
 * 32-bit integers reads its first half and finds the same number. The same array each time: routines only read it.
 */
function integer(value: number): Int32Array {
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
