import { matrix, type Matrix } from "./engine/matrix.ts";
import { InputError } from "./errors.ts";

/**
 * Reads one value of a document that may come from anywhere: returns it with its type, as a copy that shares nothing with
 * the document, or throws an `InputError` that names the path. Of objects only own
 * properties that a schema names are looked at, and accessors are never called.
 */
export type Reader<Value> = (value: unknown, path: string) => Value;

export type Read<SomeReader> = SomeReader extends Reader<infer Value> ? Value : never;

export function refuse(path: string, expected: string, value: unknown): never {
  throw new InputError("invalid-document", `${path} should be ${expected}; found ${show(value)}.`);
}

export const finiteNumber: Reader<number> = (value, path) =>
  typeof value === "number" && Number.isFinite(value) ? value : refuse(path, "a finite number", value);

export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): Reader<number> {
  return (value, path) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
      ? (value as number)
      : refuse(path, `a whole number from ${least}${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ""}`, value);
}

export const text: Reader<string> = (value, path) =>
  typeof value === "string" ? value : refuse(path, "a text", value);

export const flag: Reader<boolean> = (value, path) =>
  typeof value === "boolean" ? value : refuse(path, "true or false", value);

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Reader<Choice> {
  return (value, path) =>
    choices.includes(value as Choice) ? (value as Choice) : refuse(path, `one of ${choices.join(", ")}`, value);
}

export function list<Item>(item: Reader<Item>): Reader<Item[]> {
  return (value, path) => {
    if (!Array.isArray(value)) return refuse(path, "a list", value);
    const items: Item[] = [];
    // One at a time: a list that only claims a great length fails at its first hole, before memory is taken for the rest.
    for (let index = 0; index < value.length; index++) items.push(item(value[index], `${path}[${index}]`));
    return items;
  };
}

export function optional<Value>(reader: Reader<Value>): Reader<Value | undefined> {
  return (value, path) => (value === undefined ? undefined : reader(value, path));
}

export function record<const Fields extends Readonly<Record<string, Reader<unknown>>>>(
  fields: Fields,
): Reader<{ [Name in keyof Fields]: Read<Fields[Name]> }> {
  return (value, path) => {
    const source = plainObject(value, path);
    return Object.fromEntries(
      Object.entries(fields).map(([name, reader]) => [name, reader(ownValue(source, name), `${path}.${name}`)]),
    ) as { [Name in keyof Fields]: Read<Fields[Name]> };
  };
}

/** An object whose properties are still to be read. */
export const plainObject: Reader<Readonly<Record<string, unknown>>> = (value, path) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : refuse(path, "an object", value);

/** The value of an own property; nothing for what is inherited or would have to be computed. */
export function ownValue(source: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(source, name)?.value;
}

/** Numbers from a list or from a `Float64Array`, each read by the given reader. */
function numbersOf(entry: Reader<number>): Reader<Float64Array> {
  const fromList = list(entry);
  return (value, path) => {
    if (!(value instanceof Float64Array)) return Float64Array.from(fromList(value, path));
    const numbers = new Float64Array(value.length);
    let index = 0;
    try {
      for (; index < numbers.length; index++) numbers[index] = entry(value[index], path);
    } catch {
      // The path of an entry is made only when it is needed, because there may be millions of them.
      entry(value[index], `${path}[${index}]`);
    }
    return numbers;
  };
}

export const numberList: Reader<Float64Array> = numbersOf(finiteNumber);

/** A matrix as `{ rows, columns, data }`, each entry read by the given reader; the data may be a `Float64Array`. */
export function matrixOf(entry: Reader<number>): Reader<Matrix> {
  const shape = record({ rows: wholeNumber(0), columns: wholeNumber(0), data: numbersOf(entry) });
  return (value, path) => {
    const { rows, columns, data } = shape(value, path);
    if (data.length !== rows * columns) refuse(`${path}.data`, `${rows} × ${columns} numbers`, data);
    return matrix(rows, columns, data);
  };
}

/** A matrix of finite numbers. */
export const matrixReader: Reader<Matrix> = matrixOf(finiteNumber);

/** A matrix as plain data for a document. */
export function matrixDocument({ rows, columns, data }: Matrix): { rows: number; columns: number; data: number[] } {
  return { rows, columns, data: Array.from(data) };
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
