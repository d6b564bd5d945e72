import { describe, test } from "vitest";
import { createWasmEngine, supportedBuilds } from "../../src/engine/wasm/index.ts";
import { engineBattery } from "../../src/testing/engineBattery.ts";

describe.each(supportedBuilds())("the WebAssembly engine, build %s", (build) => {
  test.each(engineBattery(createWasmEngine({ build })))("$title", (check) => check.run());
});
