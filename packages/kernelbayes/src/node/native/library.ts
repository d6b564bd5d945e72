import { basename } from "node:path";
import type { LibraryHandle } from "koffi";
import type * as Koffi from "koffi";
import { EnvironmentError } from "../../errors.ts";
import { accelerate, candidates } from "./candidates.ts";
import { installCommand } from "./installCommand.ts";
import { routinesOf, type Routines } from "./routines.ts";

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
