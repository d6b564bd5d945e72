import type { Engine } from "../../src/engine/engine.ts";
import { referenceEngine } from "../../src/engine/reference/index.ts";

/** Every engine that is present. */
export const engines: readonly Engine[] = [referenceEngine];
