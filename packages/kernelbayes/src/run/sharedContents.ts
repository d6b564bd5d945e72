import type { Shared } from "./executor.ts";
import { packedPieces } from "./packData.ts";

/** The SHA-256 of some bytes, of which these are the pieces, in hexadecimal digits. */
export type Digest = (pieces: readonly Uint8Array[]) => string | Promise<string>;

/** An input without its large parts. */
export interface LightInput {
  readonly input: unknown;
  /** The keys of the parts that were taken out, by their places in the input ("table", "problem.X"). */
  readonly parts: Readonly<Record<string, string>>;
}

/** Large data of which an executor sends no more than one copy to each worker, known by the SHA-256 of their content. */
export interface SharedContents {
  /** See `Executor.share`. */
  share(data: object): Promise<Shared>;
  /**
   * The inputs without the parts at these places that are large enough to be worth a reference, until `release` is called. Parts
   * that are the same object are read once, and those of `share` not at all.
   */
  takeOut(
    inputs: readonly unknown[],
    places: readonly string[],
  ): Promise<{ readonly inputs: readonly LightInput[]; release(): void }>;
  /** The keys of all data in use. */
  keys(): string[];
  /** Data in use. */
  dataOf(key: string): object;
}

/** Parts of fewer bytes go along with each input: a reference would not be quicker. */
const smallest = 16_384;

interface Content {
  readonly data: object;
  /** Kept when whoever has to be given the data has them. */
  readonly ready: Promise<void>;
  uses: number;
}

/** Keeps what inputs share. Inputs that refer to data which were not in use before wait for `onNew`, which is given the bytes of the data. */
export function sharedContents(
  digest: Digest,
  onNew: (key: string, pieces: readonly Uint8Array[]) => Promise<void> = async () => {},
): SharedContents {
  const contents = new Map<string, Content>();
  const pinned = new Map<object, { readonly key: Promise<string | undefined>; uses: number }>();

  const unuse = (key: string): void => {
    const content = contents.get(key)!;
    if (--content.uses === 0) contents.delete(key);
  };
  /** Takes data into use; undefined if they are too small for that. */
  const taken = async (data: object, name: string): Promise<string | undefined> => {
    const pieces = packedPieces(data, name);
    if (pieces.reduce((sum, { length }) => sum + length, 0) < smallest) return undefined;
    const key = await digest(pieces);
    const content = contents.get(key) ?? { data, ready: onNew(key, pieces), uses: 0 };
    contents.set(key, content);
    content.uses++;
    try {
      await content.ready;
    } catch (error) {
      unuse(key);
      throw error;
    }
    return key;
  };
  return {
    async share(data) {
      const pin = pinned.get(data) ?? { key: taken(data, "What is shared"), uses: 0 };
      pin.uses++;
      pinned.set(data, pin);
      const key = await pin.key;
      let isReleased = false;
      return {
        release() {
          if (isReleased) return;
          isReleased = true;
          if (--pin.uses > 0) return;
          pinned.delete(data);
          if (key !== undefined) unuse(key);
        },
      };
    },
    async takeOut(inputs, places) {
      const seen = new Map<object, string | undefined>();
      const keyOf = async (data: object, name: string): Promise<string | undefined> => {
        if (seen.has(data)) return seen.get(data);
        const pin = await pinned.get(data)?.key;
        // It may have been given back meanwhile.
        const known = pin === undefined ? undefined : contents.get(pin);
        if (known) known.uses++;
        const key = known ? pin : await taken(data, name);
        seen.set(data, key);
        return key;
      };
      const release = (): void => [...seen.values()].forEach((key) => key !== undefined && unuse(key));
      const light: LightInput[] = [];
      try {
        for (const [at, input] of inputs.entries()) {
          const parts: Record<string, string> = {};
          for (const place of places) {
            const data = partAt(input, place);
            const key = isObject(data) ? await keyOf(data, `${place} of input ${at + 1}`) : undefined;
            if (key !== undefined) parts[place] = key;
          }
          light.push({ input: Object.keys(parts).reduce((rest, place) => withPart(rest, place, null), input), parts });
        }
      } catch (error) {
        release();
        throw error;
      }
      return { inputs: light, release };
    },
    keys: () => [...contents.keys()],
    dataOf: (key) => contents.get(key)!.data,
  };
}

/** The input as it was before its large parts were taken out. */
export function putBack({ input, parts }: LightInput, dataOf: (key: string) => unknown): unknown {
  return Object.entries(parts).reduce((whole, [place, key]) => withPart(whole, place, dataOf(key)), input);
}

function partAt(input: unknown, place: string): unknown {
  return place
    .split(".")
    .reduce(
      (value, name) =>
        isObject(value) && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined,
      input,
    );
}

/** A copy that differs in one part. */
function withPart(whole: unknown, place: string, part: unknown): unknown {
  const [name, ...rest] = place.split(".");
  const record = whole as Record<string, unknown>;
  return { ...record, [name]: rest.length === 0 ? part : withPart(record[name], rest.join("."), part) };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
