import { random } from "kernelbayes/numeric";

type Source = ReturnType<typeof random.stream>;

/** Draws from one case alone, so that each can be made again by its number. */
export interface Draw {
  below(count: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

export function drawOf(source: Source): Draw {
  const below = (count: number): number => Math.floor(source.uniform() * count);
  return { below, pick: (values) => values[below(values.length)] };
}

/** Bytes with some changed, taken out, doubled or cut off. */
export function damaged(draw: Draw, bytes: Uint8Array): Uint8Array {
  let result = Buffer.from(bytes);
  for (let change = 1 + draw.below(4); change > 0 && result.length > 0; change--) {
    const at = draw.below(result.length);
    const what = draw.below(5);
    if (what === 0) result[at] = draw.below(256);
    else if (what === 1) result = Buffer.concat([result.subarray(0, at), result.subarray(at + 1 + draw.below(5))]);
    else if (what === 2)
      result = Buffer.concat([result.subarray(0, at), noise(draw, 1 + draw.below(4)), result.subarray(at)]);
    else if (what === 3) result = result.subarray(0, at);
    else
      result = Buffer.concat([
        result.subarray(0, at),
        utf8(draw.pick(["[", "{", "]", "}", '"', ",", ":", "\\u", "e9999", "-", "[".repeat(2000)])),
        result.subarray(at),
      ]);
  }
  return result;
}

export function noise(draw: Draw, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => draw.below(256));
}

export function text(value: unknown): Uint8Array {
  return utf8(JSON.stringify(value));
}

export function utf8(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}
