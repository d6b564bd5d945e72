import { expect, test } from "vitest";
import { logPriorsOf } from "../../src/calibration/logPriorsOf.ts";
import { expectClose } from "../evaluate/expectClose.ts";
import { gaussianRows, problemOf } from "../models/problems.ts";

const data = gaussianRows({ sizes: [2, 3], columns: 1 });

test("priors are the weighted class frequencies unless they are given", () => {
  expectClose(logPriorsOf(problemOf(data), Float64Array.of(1, 3)), [Math.log(0.25), Math.log(0.75)], 1e-15);
  const given = problemOf(data, { priors: [0.9, 0.1] });
  expectClose(logPriorsOf(given, Float64Array.of(1, 3)), [Math.log(0.9), Math.log(0.1)], 1e-15);
  expect(given.priors).toEqual(Float64Array.of(0.9, 0.1));
});
