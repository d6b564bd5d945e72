import { registerEngine } from "../../engine/select.ts";
import { createNativeEngine } from "./engine.ts";

/** Makes the native engine known, before all others in the automatic choice. Nothing is loaded until it is asked for. */
export function registerNativeEngine(): void {
  registerEngine("native", createNativeEngine, 20);
}
