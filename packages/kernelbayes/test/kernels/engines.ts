import type { Engine } from "../../src/engine/engine.ts";
import { referenceEngine } from "../../src/engine/reference/index.ts";
import { createWasmEngine, supportedBuilds } from "../../src/engine/wasm/index.ts";

/** Every engine that is present. */
export const engines: readonly Engine[] = [
  referenceEngine,
  ...supportedBuilds().map((build) => createWasmEngine({ build })),
];
