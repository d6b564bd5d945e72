import { readFileSync } from "node:fs";
import { models } from "kernelbayes/models";
import { expect, test } from "vitest";

test.each(Object.entries(models))("the predictor of its family has %s, so that its reports predict", (_name, entry) => {
  const file = new URL(`../../src/predictor/families/${entry.family}.ts`, import.meta.url);
  const [, listed] = readFileSync(file, "utf8").split("servePredictor([");
  expect(listed.split(/[\s,\]]+/)).toContain(entry.create.name);
});
