import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { resolve } from "node:path";

/** What became of the calls while faults were injected. */
export interface Injection {
  /** The names of the calls for files below the folder, in their order, such as `open` or `handle.sync`. */
  readonly calls: readonly string[];
}

type Call = (...args: unknown[]) => unknown;

const ofPaths = [
  "access",
  "link",
  "lstat",
  "mkdir",
  "open",
  "readdir",
  "readFile",
  "readlink",
  "realpath",
  "rename",
  "rm",
  "stat",
  "unlink",
  "writeFile",
];
const ofHandles = ["chmod", "chown", "close", "read", "readFile", "stat", "sync", "write", "writeFile"];
const ofCallbacks = ["open", "read", "close"];

/**
 * Runs work while the file-system calls for one folder are counted, and lets the one of the given number, from 1, fail with a code of the system; with 0 none fails.
 * A call that closes closes all the same, as that of the system does.
 */
export async function injectFault<Result>(
  folder: string,
  { at, code }: { readonly at: number; readonly code: string },
  work: () => Promise<Result>,
): Promise<Injection & { readonly result: Result }> {
  const calls: string[] = [];
  const descriptors = new Set<unknown>();
  const restores: (() => void)[] = [];
  const isFailing = (name: string): boolean => calls.push(name) === at;
  const failure = (name: string): Error => Object.assign(new Error(`${code}: injected, ${name}`), { code });
  const isInside = (path: unknown): boolean =>
    (typeof path === "string" || path instanceof URL) && resolve(String(path)).startsWith(folder);

  function replace(holder: object, key: string, change: (before: Call) => Call): void {
    const before = Reflect.get(holder, key) as Call;
    Reflect.set(holder, key, change(before));
    restores.push(() => Reflect.set(holder, key, before));
  }

  for (const key of ofPaths) {
    replace(fs.promises, key, (before) => async (...args) => {
      if (!isInside(args[0])) return before.apply(fs.promises, args);
      if (isFailing(key)) throw failure(key);
      const result = await before.apply(fs.promises, args);
      if (key === "open") watch(result as object);
      return result;
    });
  }
  // A handle's own methods, not those of all handles: loaders of modules have some, too.
  function watch(handle: object): void {
    for (const key of ofHandles) {
      const before = Reflect.get(handle, key) as Call;
      Reflect.set(handle, key, async (...args: unknown[]) => {
        const isFault = isFailing(`handle.${key}`);
        if (isFault && key !== "close") throw failure(key);
        const result = await before.apply(handle, args);
        if (isFault) throw failure(key);
        return result;
      });
    }
  }
  for (const key of ofCallbacks) {
    replace(fs, key, (before) => (...args) => {
      const isOwn = key === "open" ? isInside(args[0]) : descriptors.has(args[0]);
      const callback = args.at(-1) as Call;
      if (!isOwn) return before.apply(fs, args);
      if (key !== "close" && isFailing(`stream.${key}`)) return void setImmediate(callback, failure(key));
      if (key === "close") descriptors.delete(args[0]);
      const seen: Call = (error, value, ...more) => {
        if (key === "open" && !error) descriptors.add(value);
        return callback(error, value, ...more);
      };
      return before.apply(fs, [...args.slice(0, -1), seen]);
    });
  }
  syncBuiltinESMExports();
  try {
    return { calls, result: await work() };
  } finally {
    for (const restore of restores) restore();
    syncBuiltinESMExports();
  }
}
