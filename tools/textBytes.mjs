// Bytes as text that JavaScript can hold in quotes, and one run of bytes as its difference from another. The library has
// the way back, in packages/kernelbayes/src/engine/wasm/bytesFromText.ts.

/** The printable characters that no quotes, template, escape or closing tag is made of. */
const alphabet = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter(
  (character) => !"\"'`\\$<".includes(character),
);
/** The last two characters say that the next one counts from 87, or from 174. */
const plain = alphabet.length - 2;

/**
 * One character for a byte below 87, two for the others. Bytes begin at characters, so that what repeats in the bytes
 * repeats in the text, where compression finds it; in base64 it would stand shifted two times in three.
 */
export function textOf(bytes) {
  return Array.from(bytes, (byte) => {
    const shift = Math.floor(byte / plain);
    return (shift > 0 ? alphabet[plain + shift - 1] : "") + alphabet[byte % plain];
  }).join("");
}

/** Shorter repetitions cost more to name than to write out. */
const shortest = 8;

/**
 * How to make `bytes` from `base`: again and again a number of new bytes, these bytes, where to copy from (relative to
 * the end of the last copy) and how many bytes. Numbers have seven bits a byte, the lowest first; signs are the lowest bit.
 */
export function differenceOf(base, bytes) {
  const places = new Map();
  for (let place = 0; place + shortest <= base.length; place++) {
    const key = keyAt(base, place);
    if (!places.has(key)) places.set(key, []);
    places.get(key).push(place);
  }
  const difference = [];
  let fresh = [];
  let end = 0;
  const copy = (place, length) => {
    const offset = place - end;
    difference.push(...number(fresh.length), ...fresh, ...number(offset < 0 ? -2 * offset - 1 : 2 * offset));
    difference.push(...number(length));
    fresh = [];
    end = place + length;
  };
  for (let at = 0; at < bytes.length;) {
    let best = { place: 0, length: 0 };
    for (const place of places.get(keyAt(bytes, at)) ?? []) {
      const length = equalLength(base, place, bytes, at);
      if (length > best.length || (length === best.length && place === end)) best = { place, length };
    }
    if (best.length >= shortest) {
      copy(best.place, best.length);
      at += best.length;
    } else fresh.push(bytes[at++]);
  }
  copy(end, 0);
  return Uint8Array.from(difference);
}

const keyAt = (bytes, at) => bytes.subarray(at, at + shortest).join();

function equalLength(first, i, second, j) {
  let length = 0;
  while (i + length < first.length && j + length < second.length && first[i + length] === second[j + length]) length++;
  return length;
}

function number(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
}
