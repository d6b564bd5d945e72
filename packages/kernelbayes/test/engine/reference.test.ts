import { describe, test } from "vitest";
import { referenceEngine } from "../../src/engine/reference/index.ts";
import { engineBattery } from "../../src/testing/engineBattery.ts";

describe("the reference engine passes the battery", () => {
  for (const check of engineBattery(referenceEngine)) test(check.title, () => check.run());
});
