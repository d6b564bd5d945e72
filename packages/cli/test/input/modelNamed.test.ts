import { gaussianProcess } from "kernelbayes";
import { expect, test } from "vitest";
import { modelFromWords } from "../../src/input/modelNamed.ts";

test("a kernel that is named goes to the model by its name, one with parentheses as its document", () => {
  const named = gaussianProcess({ kernel: "matern" }).toDocument();
  expect(modelFromWords("gpc", [], "matern").toDocument()).toEqual(named);
  expect(modelFromWords("gpc", ["kernel= matern "]).toDocument()).toEqual(named);
  expect(modelFromWords("gpc", [], "matern()").toDocument().kernel).toMatchObject({ kind: "matern" });
  expect(modelFromWords("bkpc", ["kernel=auto"]).toDocument().kernel).toBe("auto");
});

test("a word that names no kernel is refused with the names that there are", () => {
  expect(() => modelFromWords("gpc", [], "(matern)")).toThrow("the name of a kernel expected");
  expect(() => modelFromWords("gpc", [], "gausian")).toThrow("no arguments (gaussian, matern, l1");
});

test("a former option is refused with the present one", () => {
  expect(() => modelFromWords("svc", ["cost=10"])).toThrow("no longer takes cost: 10. Write regularization: 0.1");
});
