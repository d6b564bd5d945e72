import { matrix, type Matrix } from "./engine/matrix.ts";
import { InputError, NumericalError } from "./errors.ts";

/**
 * The shape of a part of a document, declared once: it writes the part, reads it back and checks it.
 *
 * A document may come from anywhere. `read` returns the value with its type, as a copy that shares nothing with the document, or
 * throws an `InputError` that names the path. Of objects it looks only at own properties that the codec names, and it never calls
 * an accessor.
 */
export interface Codec<Value, Written = unknown> {
  read(value: unknown, path: string): Value;
  /** The value as plain data; undefined where its record leaves it out. */
  write(value: Value): Written;
}

export type RecordCodec<Value> = Codec<Value, Record<string, unknown>>;

type ValueOf<SomeCodec> = SomeCodec extends Codec<infer Value> ? Value : never;

export function refuse(path: string, expected: string, value: unknown): never {
  throw new InputError("invalid-document", `${path} should be ${expected}; found ${show(value)}.`);
}

/** A value that is its own plain data. */
/* @__NO_SIDE_EFFECTS__ */
function plain<Value>(expected: string, fits: (value: unknown) => value is Value): Codec<Value> {
  return {
    read: (value, path) => (fits(value) ? value : refuse(path, expected, value)),
    write: (value) => value,
  };
}

export const finiteNumber: Codec<number> = plain("a finite number", (value): value is number => Number.isFinite(value));

/* @__NO_SIDE_EFFECTS__ */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): Codec<number> {
  return plain(
    `a whole number from ${least}${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ""}`,
    (value): value is number => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  );
}

export const text: Codec<string> = plain("a text", (value) => typeof value === "string");

export const flag: Codec<boolean> = plain("true or false", (value) => typeof value === "boolean");

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Codec<Choice> {
  return plain(`one of ${choices.join(", ")}`, (value): value is Choice => choices.includes(value as Choice));
}

/** An object whose properties are still to be read, or were written already. */
export const plainObject: Codec<Readonly<Record<string, unknown>>> = plain(
  "an object",
  (value): value is Readonly<Record<string, unknown>> =>
    typeof value === "object" && value !== null && !Array.isArray(value),
);

/* @__NO_SIDE_EFFECTS__ */
export function list<Item>(item: Codec<Item>): Codec<Item[]> {
  return {
    read(value, path) {
      if (!Array.isArray(value)) return refuse(path, "a list", value);
      const items: Item[] = [];
      // One at a time: a list that only claims a great length fails at its first hole, before memory is taken for the rest.
      for (let index = 0; index < value.length; index++) items.push(item.read(value[index], `${path}[${index}]`));
      return items;
    },
    write: (items) => items.map((each) => item.write(each)),
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function optional<Value>(codec: Codec<Value>): Codec<Value | undefined> {
  return withDefault<Value | undefined>(codec, undefined);
}

/** A part that is left out where it is the usual value. */
/* @__NO_SIDE_EFFECTS__ */
export function withDefault<Value>(codec: Codec<Value>, usual: Value): Codec<Value> {
  return {
    read: (value, path) => (value === undefined ? usual : codec.read(value, path)),
    write: (value) => (Object.is(value, usual) ? undefined : codec.write(value)),
  };
}

/** A part that only old documents use: what they hold is read, and the same is written always, or nothing. */
/* @__NO_SIDE_EFFECTS__ */
export function formerly<Value>(codec: Codec<Value>, written?: Value): Codec<Value> {
  return { read: (value, path) => codec.read(value, path), write: () => written };
}

/** A field that has no property of its own: its properties stand among those of its record. */
interface Inline<Value> extends Codec<Value> {
  readonly isInline: true;
}

/** A part of a value whose properties a document holds beside those of the whole. */
/* @__NO_SIDE_EFFECTS__ */
export function inline<Value>(codec: Codec<Value>): Inline<Value> {
  return { read: (value, path) => codec.read(value, path), write: (value) => codec.write(value), isInline: true };
}

type Fields = Readonly<Record<string, Codec<unknown>>>;
type RecordOf<Named extends Fields> = { [Name in keyof Named]: ValueOf<Named[Name]> };

/** An object with these properties, written in their order; others are not looked at. */
/* @__NO_SIDE_EFFECTS__ */
export function record<const Named extends Fields>(fields: Named): RecordCodec<RecordOf<Named>> {
  const entries = Object.entries<Codec<unknown>>(fields);
  return {
    read(value, path) {
      const source = plainObject.read(value, path);
      const read = entries.map(([name, codec]): [string, unknown] => [
        name,
        "isInline" in codec ? codec.read(source, path) : codec.read(ownValue(source, name), `${path}.${name}`),
      ]);
      return Object.fromEntries(read.filter(([, part]) => part !== undefined)) as RecordOf<Named>;
    },
    write(value) {
      const document: Record<string, unknown> = {};
      for (const [name, codec] of entries) {
        const written = codec.write(value[name]);
        if ("isInline" in codec) Object.assign(document, written);
        else if (written !== undefined) document[name] = written;
      }
      return document;
    },
  };
}

/** One of several records, told apart by the text of their property `kind`. */
/* @__NO_SIDE_EFFECTS__ */
export function variants<Value extends { readonly kind: string }>(codecs: {
  readonly [Kind in Value["kind"]]: Codec<Extract<Value, { readonly kind: Kind }>>;
}): Codec<Value> {
  const byKind = codecs as Readonly<Record<string, Codec<Value>>>;
  const kindOf = oneOf(...Object.keys(codecs));
  return {
    read: (value, path) =>
      byKind[kindOf.read(ownValue(plainObject.read(value, path), "kind"), `${path}.kind`)].read(value, path),
    write: (value) => byKind[value.kind].write(value),
  };
}

/** One of two records, told apart by whether the document has a property and by what a value is. */
/* @__NO_SIDE_EFFECTS__ */
export function whether<With, Without>(
  name: string,
  present: RecordCodec<With>,
  absent: RecordCodec<Without>,
  isPresent: (value: With | Without) => value is With,
): RecordCodec<With | Without> {
  return {
    read: (value, path) =>
      (ownValue(plainObject.read(value, path), name) === undefined ? absent : present).read(value, path),
    write: (value) => (isPresent(value) ? present.write(value) : absent.write(value)),
  };
}

/** Statements about a value, each at a place within it: "" for all of it, ".rows", "[2].weight". One that fails refuses it. */
export interface Expect {
  that(holds: boolean, place: string, expected: string, found: unknown): void;
  length(values: ArrayLike<unknown>, place: string, count: number, what?: string): void;
  shape(value: Matrix, place: string, rows: number, columns: number): void;
}

/* @__NO_SIDE_EFFECTS__ */
function expectAt(path: string): Expect {
  const that: Expect["that"] = (holds, place, expected, found) => {
    if (!holds) refuse(path + place, expected, found);
  };
  return {
    that,
    length: (values, place, count, what = "numbers") =>
      that(values.length === count, place, `${count} ${what}`, values),
    shape: (value, place, rows, columns) =>
      that(value.rows === rows && value.columns === columns, place, `a ${rows} × ${columns} matrix`, value),
  };
}

/** What a codec reads, where its parts belong together. */
/* @__NO_SIDE_EFFECTS__ */
export function refined<Value, Written>(
  codec: Codec<Value, Written>,
  check: (value: Value, expect: Expect) => void,
): Codec<Value, Written> {
  return {
    read(given, path) {
      const value = codec.read(given, path);
      check(value, expectAt(path));
      return value;
    },
    write: (value) => codec.write(value),
  };
}

/** What a codec reads, where a statement about all of it holds. */
/* @__NO_SIDE_EFFECTS__ */
export function that<Value>(codec: Codec<Value>, expected: string, holds: (value: Value) => boolean): Codec<Value> {
  return {
    read(given, path) {
      const value = codec.read(given, path);
      return holds(value) ? value : refuse(path, expected, value);
    },
    write: (value) => codec.write(value),
  };
}

/** A value that documents hold in another form. */
/* @__NO_SIDE_EFFECTS__ */
export function mapped<Form, Value, Written>(
  codec: Codec<Form, Written>,
  read: (form: Form) => Value,
  write: (value: Value) => Form,
): Codec<Value, Written> {
  return { read: (value, path) => read(codec.read(value, path)), write: (value) => codec.write(write(value)) };
}

/** What is made of parts that were read. Where the arithmetic fails, the document describes nothing. */
export function madeOf<Value>(path: string, what: string, make: () => Value): Value {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    throw new InputError("invalid-document", `${path} does not describe ${what}: ${error.message}`);
  }
}

/** The value of an own property; nothing for what is inherited or would have to be computed. */
export function ownValue(source: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(source, name)?.value;
}

export const positive: Codec<number> = that(finiteNumber, "a positive number", (value) => value > 0);

export const notNegative: Codec<number> = that(finiteNumber, "a number from 0", (value) => value >= 0);

/** A number of either sign. */
/* @__NO_SIDE_EFFECTS__ */
export function numberUpTo(most: number): Codec<number> {
  return that(finiteNumber, `a number up to ${most}`, (value) => Math.abs(value) <= most);
}

/** The slope of a curve that does not fall, whose square is a number. */
export const slopeNumber: Codec<number> = that(numberUpTo(1e150), "a number from 0", (value) => value >= 0);

/** Numbers from a list or from a `Float64Array`, each read by the given codec. */
/* @__NO_SIDE_EFFECTS__ */
export function numbersOf(entry: Codec<number>): Codec<Float64Array> {
  const asList = list(entry);
  return {
    read(value, path) {
      if (!(value instanceof Float64Array)) return Float64Array.from(asList.read(value, path));
      const numbers = new Float64Array(value.length);
      let index = 0;
      try {
        for (; index < numbers.length; index++) numbers[index] = entry.read(value[index], path);
      } catch {
        // The path of an entry is made only when it is needed, because there may be millions of them.
        entry.read(value[index], `${path}[${index}]`);
      }
      return numbers;
    },
    write: (numbers) => Array.from(numbers, (number) => entry.write(number)),
  };
}

export const numbers: Codec<Float64Array> = numbersOf(finiteNumber);

/** A matrix as `{ rows, columns, data }`, each entry read by the given codec; the data may be a `Float64Array`. */
/* @__NO_SIDE_EFFECTS__ */
export function matrixOf(entry: Codec<number>): Codec<Matrix> {
  const shape = refined(
    record({ rows: wholeNumber(0), columns: wholeNumber(0), data: numbersOf(entry) }),
    ({ rows, columns, data }, expect) =>
      expect.that(data.length === rows * columns, ".data", `${rows} × ${columns} numbers`, data),
  );
  return mapped(
    shape,
    ({ rows, columns, data }) => matrix(rows, columns, data),
    (value: Matrix) => value,
  );
}

/** A matrix of finite numbers. */
export const anyMatrix: Codec<Matrix> = matrixOf(finiteNumber);

/** Whether each number is above the one before. */
export function areAscending(numbers: ArrayLike<number>): boolean {
  return Array.from(numbers).every((value, at) => at === 0 || value > numbers[at - 1]);
}

/** Texts in messages are cut here. */
const longest = 60;

function show(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value) || value instanceof Float64Array) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "function") return "a function";
  const shown = typeof value === "string" ? JSON.stringify(value.slice(0, longest)) : String(value);
  return typeof value === "string" && value.length > longest ? `${shown}…` : shown;
}
