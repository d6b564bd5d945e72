import { registerEngine } from "../../engine/selectEngine.ts";
import { EnvironmentError } from "../../errors.ts";
import { createNativeEngine, type NativeEngine } from "./createNativeEngine.ts";

/** Makes the native engine known, before all others in the automatic choice. Nothing is loaded until it is asked for. */
export function registerNativeEngine(): void {
  registerEngine("native", nativeEngine, 20);
}

/**
 * The native engine. Its full name, "native OpenBLAS 0.3.21", asks for that library: a worker thread must not compute with
 * another than the thread that sent it work. The number of threads, which may follow, is each thread's own affair.
 */
export function nativeEngine(variant?: string): NativeEngine {
  const engine = createNativeEngine();
  if (variant === undefined || libraryIn(engine.name) === libraryIn(`native ${variant}`)) return engine;
  throw new EnvironmentError(
    "engine-not-supported",
    `The engine "native ${variant}" was asked for; the library found here makes it "${engine.name}".`,
    "Give the path of the same library in KERNELBAYES_OPENBLAS.",
  );
}

function libraryIn(name: string): string {
  return name.split(",", 1)[0];
}
