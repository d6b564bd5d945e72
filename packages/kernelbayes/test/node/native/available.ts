import { createNativeEngine, type NativeEngine } from "../../../src/node/native/createNativeEngine.ts";

/**
 * The native engine, or undefined where there is none, and then a line says what is missing and how to get it: tests that
 * need it are skipped, but not silently.
 */
export function availableEngine(): NativeEngine | undefined {
  try {
    return createNativeEngine();
  } catch (error) {
    process.stderr.write(
      `\nSKIPPED, the native engine is not tested: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    return undefined;
  }
}
