import { selectEngine } from "kernelbayes/engine";
import "kernelbayes/node";

/** Why there are no figures of the native engine, if it does not work here. */
export function missingNative(): string[] {
  try {
    selectEngine("native");
    return [];
  } catch (error) {
    return [`NO NATIVE ENGINE: ${error instanceof Error ? error.message : String(error)}`];
  }
}
