import { InputError } from "../errors.ts";

/**
 * Refuses what cannot be sent to another thread, such as a function, and names its place. A pool that finds out while it sends loses the worker: a later
 * call would wait for it forever. Numbers of typed arrays are not looked at, so that a check costs little beside the sending.
 */
export function checkPlainData(value: unknown, name: string): void {
  const seen = new Set<object>();
  const check = (value: unknown, path: string): void => {
    if (typeof value === "function" || typeof value === "symbol") throw notPlainData(name, path, `a ${typeof value}`);
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) value.forEach((part, at) => check(part, placeOf(path, at)));
    else if (isPlain(value)) for (const [key, part] of Object.entries(value)) check(part, placeOf(path, key));
    // A detached array has no length left.
    else if (!ArrayBuffer.isView(value) || value.byteLength === 0) checkByCloning(value, name, path);
  };
  check(value, "");
}

/** Whether an object is of no class. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Maps, promises, instances of classes and the like: the platform knows. */
export function checkByCloning(value: object, name: string, path: string): void {
  try {
    structuredClone(value);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "DataCloneError") throw error;
    throw notPlainData(name, path, `an object (${value.constructor?.name ?? "without a class"})`);
  }
}

/** The place of a part of what stands at a place, as it is written in a program. */
export function placeOf(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

/** The refusal of a part that is no plain data: what it is, and its place in what `name` calls the whole. */
export function notPlainData(name: string, path: string, what: string): InputError {
  return new InputError(
    "not-plain-data",
    `${name} cannot be sent to another thread: ${path === "" ? "it is" : `${path.replace(/^\./, "")} is`} ${what} that cannot be copied.`,
    {},
    "Send plain data: numbers, texts, typed arrays and objects of them. A model goes as its document.",
  );
}
