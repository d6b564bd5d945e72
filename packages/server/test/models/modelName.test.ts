import { expect, test } from "vitest";
import { compareVersions, isModelName, namedFile } from "../../src/models/modelName.ts";
import { thrownProblem } from "../thrownProblem.ts";

test("a file is served under its name, or under one that is given", () => {
  expect(namedFile("models/iris.json")).toEqual({ name: "iris", path: "models/iris.json" });
  expect(namedFile("flowers=models/a=b.safetensors")).toEqual({ name: "flowers", path: "models/a=b.safetensors" });
});

test("what could not stand in an address, or led to a file, is no name", () => {
  for (const name of ["", ".", "..", ".hidden", "a b", "a/b", "ü", "-a", "a".repeat(129)])
    expect(isModelName(name)).toBe(false);
  for (const name of ["iris", "2", "a.b-c_d"]) expect(isModelName(name)).toBe(true);
  expect(thrownProblem(() => namedFile("my model.json")).code).toBe("model-name");
});

test("versions are in the order of their numbers", () => {
  expect(["10", "9", "2.10", "2.9", "a"].toSorted(compareVersions)).toEqual(["2.9", "2.10", "9", "10", "a"]);
});
