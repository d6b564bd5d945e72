import type * as Koffi from "koffi";
import { basename } from "node:path";
import type { LibraryHandle } from "koffi";
import { EnvironmentError } from "../../errors.ts";
import { accelerate, candidates } from "./candidates.ts";
import { installCommand } from "./installCommand.ts";
import { routinesOf, type Routines } from "./routines.ts";
import { createRequire } from "node:module";

/** The environment variable that names a library. */
const variable = "KERNELBAYES_OPENBLAS";

/** A library of BLAS and LAPACK that was loaded. */
export interface Library {
  /** For reports, for example "OpenBLAS 0.3.21". */
  readonly name: string;
  readonly routines: Routines;
  /** Sets the number of threads of this library in the whole process; undefined where it cannot be set. */
  readonly setThreads: ((count: number) => void) | undefined;
}

/** The library at a path, at the path in KERNELBAYES_OPENBLAS, or the first one of the usual names that is there. */
export function loadLibrary(koffi: typeof Koffi, path: string | undefined = process.env[variable]): Library {
  if (path) return libraryAt(koffi, path);
  const names = candidates();
  for (const name of names) {
    const handle = tryLoad(koffi, name);
    if (!(handle instanceof Error)) return libraryOf(handle, name);
  }
  const command = installCommand();
  throw new EnvironmentError(
    "blas-missing",
    `No OpenBLAS library was found (looked for ${names.join(", ")}).`,
    `${command === undefined ? "Install it" : `Install it with \`${command}\``}, or give its path in ${variable}.`,
  );
}

/** A library that was asked for by its path. */
function libraryAt(koffi: typeof Koffi, path: string): Library {
  const handle = tryLoad(koffi, path);
  if (!(handle instanceof Error)) return libraryOf(handle, path);
  throw new EnvironmentError(
    "blas-missing",
    `The library ${path} does not load: ${handle.message}.`,
    `Give the path of OpenBLAS in ${variable}, or leave it out.`,
  );
}

function tryLoad(koffi: typeof Koffi, path: string): LibraryHandle | Error {
  try {
    return koffi.load(path);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function libraryOf(handle: LibraryHandle, path: string): Library {
  let routines: Routines;
  try {
    routines = routinesOf(handle);
  } catch (error) {
    throw new EnvironmentError(
      "blas-unusable",
      `The library ${path} lacks a routine of BLAS or LAPACK: ${error instanceof Error ? error.message : String(error)}.`,
      `Give the path of an OpenBLAS with LAPACK in ${variable}.`,
    );
  }
  const configuration = optional<() => string>(handle, "openblas_get_config", "str", [])?.();
  const setThreads = optional<(count: number) => void>(handle, "openblas_set_num_threads", "void", ["int"]);
  return { name: nameOf(path, configuration), routines, setThreads };
}

/** A function that only OpenBLAS has. */
function optional<Signature extends (...values: never[]) => unknown>(
  handle: LibraryHandle,
  name: string,
  result: string,
  parameters: string[],
): Signature | undefined {
  try {
    return handle.func(name, result, parameters) as unknown as Signature;
  } catch {
    return undefined;
  }
}

function nameOf(path: string, configuration: string | undefined): string {
  if (configuration !== undefined) return /^OpenBLAS [\d.]+/.exec(configuration)?.[0] ?? "OpenBLAS";
  return path === accelerate ? "Accelerate" : basename(path);
}

/**
 * Bytes of stack for an asynchronous call. Native code runs on a stack that koffi gives it, of 128 KiB by default, which is
 * less than LAPACK may take.
 */
const asyncStack = 2 ** 21;

/** koffi, which calls functions of system libraries, if it is installed: an optional peer, loaded when first asked for. */
export function loadKoffi(): typeof Koffi {
  const koffi = requireKoffi();
  // Sizes can only be set before a library was loaded; `hasAsyncStack` tells whether it was in time.
  if (!hasAsyncStack(koffi)) {
    try {
      koffi.config({ async_stack_size: asyncStack });
    } catch {
      // Another user of koffi came first; asynchronous operations will say so when they are called.
    }
  }
  return koffi;
}

/** Whether asynchronous calls have the stack they need. */
export function hasAsyncStack(koffi: typeof Koffi): boolean {
  return (koffi.config().async_stack_size ?? 0) >= asyncStack;
}

function requireKoffi(): typeof Koffi {
  try {
    return createRequire(import.meta.url)("koffi") as typeof Koffi;
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
    throw new EnvironmentError(
      "koffi-missing",
      isMissing
        ? "The package koffi, which calls system libraries, is not installed."
        : `The package koffi does not load here: ${String(error)}`,
      isMissing ? "Install it with `npm install koffi`." : undefined,
    );
  }
}
