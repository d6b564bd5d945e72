import type { Engine } from "../../src/engine/engine.ts";
import { referenceEngine } from "../../src/engine/reference/index.ts";
import { selectEngine } from "../../src/engine/selectEngine.ts";
import { createWasmEngine, supportedBuilds } from "../../src/engine/wasm/index.ts";

const known = [selectEngine(), referenceEngine, ...supportedBuilds().map((build) => createWasmEngine({ build }))];

/** Every engine that is present, each once; first the one that is chosen here. */
export const engines: readonly Engine[] = known.filter(
  ({ name }, index) => known.findIndex((other) => other.name === name) === index,
);
