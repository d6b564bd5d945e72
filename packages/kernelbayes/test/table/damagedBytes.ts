import * as fc from "fast-check";

/** The bytes with some of them changed, and perhaps cut off, or with a piece missing or doubled. */
export function damagedBytes(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const at = fc.nat(bytes.length - 1);
  const flips = fc.array(
    fc.tuple(at, fc.oneof(fc.constantFrom(1, 2, 4, 8, 16, 32, 64, 128), fc.integer({ min: 1, max: 255 }))),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  const flipped = flips.map((changes) => {
    const copy = bytes.slice();
    for (const [place, bits] of changes) copy[place] ^= bits;
    return copy;
  });
  const cut = at.map((length) => bytes.slice(0, length));
  const spliced = fc
    .tuple(at, at, at)
    .map(([to, from, length]) =>
      Uint8Array.of(...bytes.slice(0, to), ...bytes.slice(from, from + (length % 40)), ...bytes.slice(from)),
    );
  return fc.oneof({ weight: 6, arbitrary: flipped }, { weight: 1, arbitrary: cut }, { weight: 1, arbitrary: spliced });
}

/** Arbitrary bytes between the beginning and the end of a format. */
export function enclosedBytes(beginning: string, end: string): fc.Arbitrary<Uint8Array> {
  const bytes = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));
  return fc.uint8Array({ maxLength: 200 }).map((inner) => Uint8Array.of(...bytes(beginning), ...inner, ...bytes(end)));
}
