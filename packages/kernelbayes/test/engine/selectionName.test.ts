import { expect, test } from "vitest";
import { engineNames, selectEngine } from "../../src/engine/select.ts";
import { selectionName } from "../../src/engine/selectionName.ts";

test("every engine that is selected by name is found again by the first word of its full name", () => {
  for (const name of engineNames().filter((each) => each !== "auto")) {
    expect(selectEngine(selectionName(selectEngine(name)))).toBe(selectEngine(name));
  }
});
