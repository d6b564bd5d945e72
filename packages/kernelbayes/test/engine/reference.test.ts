import { describe, test } from "vitest";
import { referenceEngine } from "../../src/engine/reference/index.ts";
import { engineBattery } from "../../src/testing/engineBattery.ts";

describe("the reference engine passes the battery", () => {
  test.each(engineBattery(referenceEngine))("$title", (check) => check.run());
});
