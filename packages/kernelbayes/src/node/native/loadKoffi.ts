import { createRequire } from "node:module";
import type * as Koffi from "koffi";
import { EnvironmentError } from "../../errors.ts";

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
