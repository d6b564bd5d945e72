import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";
import { InputError } from "../errors.ts";

/** A seeded source of random numbers. Equal seeds and paths give equal numbers on every machine. */
export interface Stream {
  /** Uniform on the open interval (0, 1), 53 random bits. */
  uniform(): number;
  /** A whole number from 0 to below − 1, each equally likely (no modulo bias). */
  integer(below: number): number;
}

/** A stream that can be resumed elsewhere. */
export interface ResumableStream extends Stream {
  /** Where it stands, as plain data for `streamAt`. */
  position(): readonly number[];
}

/**
 * The random stream that belongs to a seed and to a path of whole numbers, for example chain 2 of fold 5:
 * `stream(7, 5, 2)`. The same seed and path give the same stream anywhere, so parallel work needs to be told only its
 * numbers.
 *
 * The generator is xoroshiro128+ (Blackman & Vigna 2018) of pure-rand. Streams whose paths differ in the last number only,
 * within one block of 64 (0 to 63, 64 to 127, …), are cut from one sequence by jumps of 2⁶⁴ steps and cannot overlap.
 * Everything else (seed, earlier numbers, the block) is mixed into a 128-bit starting point, where two of a million
 * streams of 2⁴⁰ numbers each would overlap with a probability of less than 10⁻¹³.
 *
 * @example const chains = [0, 1, 2, 3].map((chain) => stream(7, chain));
 */
export function stream(seed: number, ...path: number[]): ResumableStream {
  if (!Number.isSafeInteger(seed)) {
    throw new InputError("invalid-seed", `seed must be a whole number between −2^53 and 2^53; got ${String(seed)}.`);
  }
  for (const index of path) {
    if (!Number.isSafeInteger(index) || index < 0) {
      throw new RangeError(`The path of a stream consists of whole numbers from 0; got ${String(index)}.`);
    }
  }
  const last = path.at(-1);
  const block = last === undefined ? [] : [...path.slice(0, -1), Math.floor(last / 64)];
  const generator = xoroshiro128plusFromState(startingPoint(seed, block));
  for (let jumps = (last ?? 0) % 64; jumps > 0; jumps--) generator.jump();
  return resumable(generator);
}

/** The stream that goes on where another stood. */
export function streamAt(position: readonly number[]): ResumableStream {
  return resumable(xoroshiro128plusFromState(position));
}

function resumable(generator: ReturnType<typeof xoroshiro128plusFromState>): ResumableStream {
  return { ...streamOf(() => generator.next()), position: () => [...generator.getState()] };
}

/**
 * A stream over a source of 32-bit words. The upper bits of each word are used, because the lowest ones of xoroshiro128+
 * are a linear recurrence.
 */
export function streamOf(nextWord: () => number): Stream {
  const next53 = (): number => (nextWord() >>> 5) * 2 ** 26 + (nextWord() >>> 6);
  return {
    uniform: () => Math.max(next53(), 0.5) * 2 ** -53,
    integer(below) {
      // As many leading bits as below − 1 has; values from `below` on are drawn again (less than every second time).
      if (below > 1 && below >>> 0 === below) {
        const dropped = Math.clz32(below - 1);
        for (;;) {
          const value = nextWord() >>> dropped;
          if (value < below) return value;
        }
      }
      return rareInteger(below, nextWord, next53);
    },
  };
}

/** The same for 1, which takes a word all the same, and from 2³² on. Anything else is refused. */
function rareInteger(below: number, nextWord: () => number, next53: () => number): number {
  if (!Number.isSafeInteger(below) || below < 1) {
    throw new RangeError(`integer(below) needs a whole number of at least 1; got ${String(below)}.`);
  }
  if (below <= 2 ** 32) {
    const word = nextWord() >>> 0;
    return below === 1 ? 0 : word;
  }
  const bits = 64 - Math.clz32((below - 1) / 2 ** 32);
  for (;;) {
    const value = Math.floor(next53() / 2 ** (53 - bits));
    if (value < below) return value;
  }
}

/** Two 64-bit lanes through which seed and path go one number after the other, as the four words of a generator's state. */
function startingPoint(seed: number, path: readonly number[]): number[] {
  // Fractional parts of √2 and √3; one lane is made odd, because the state must not be zero.
  let first = 0x6a09e667f3bcc908n;
  let second = 0xbb67ae8584caa73bn;
  for (const number of [seed, ...path]) {
    first = mix(first ^ BigInt.asUintN(64, BigInt(number)));
    second = mix(second ^ BigInt.asUintN(64, BigInt(number)));
  }
  return [first >> 32n, first, second >> 32n, second | 1n].map((word) => Number(BigInt.asIntN(32, word)));
}

/** One step of SplitMix64 (Steele, Lea & Flood 2014): adds the golden ratio, then an invertible scrambling of 64 bits. */
function mix(value: bigint): bigint {
  let z = BigInt.asUintN(64, value + 0x9e3779b97f4a7c15n);
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}
