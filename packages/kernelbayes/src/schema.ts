import { matrix, type Matrix } from "./engine/matrix.ts";
import { InputError } from "./errors.ts";

/**
 * Reads one value of a document that may come from anywhere: returns it with its type, as a copy that shares nothing with
 * the document, or throws an `InputError` that names the path. Only own properties that a schema names are ever looked at.
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
  return (value, path) =>
    Array.isArray(value)
      ? Array.from(value, (entry, index) => item(entry, `${path}[${index}]`))
      : refuse(path, "a list", value);
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
      Object.keys(fields).map((name) => [
        name,
        (fields[name] as Reader<unknown>)(Object.hasOwn(source, name) ? source[name] : undefined, `${path}.${name}`),
      ]),
    ) as { [Name in keyof Fields]: Read<Fields[Name]> };
  };
}

/** An object whose properties are still to be read. */
export const plainObject: Reader<Readonly<Record<string, unknown>>> = (value, path) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : refuse(path, "an object", value);

export const numberList: Reader<Float64Array> = (value, path) => Float64Array.from(list(finiteNumber)(value, path));

/** A matrix as `{ rows, columns, data }`. */
export const matrixReader: Reader<Matrix> = (value, path) => {
  const { rows, columns, data } = record({ rows: wholeNumber(0), columns: wholeNumber(0), data: numberList })(
    value,
    path,
  );
  if (data.length !== rows * columns) refuse(`${path}.data`, `${rows} × ${columns} numbers`, data);
  return matrix(rows, columns, data);
};

/** A matrix as plain data for a document. */
export function matrixDocument({ rows, columns, data }: Matrix): { rows: number; columns: number; data: number[] } {
  return { rows, columns, data: Array.from(data) };
}

function show(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return `a list of ${(value as { length?: number }).length}`;
  if (typeof value === "object" && value !== null) return "an object";
  const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}
