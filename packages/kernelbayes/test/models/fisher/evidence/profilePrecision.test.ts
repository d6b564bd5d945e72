import { expect, test } from "vitest";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { kernelOnRows } from "../../../../src/rows/kernel/kernelOnRows.ts";
import { evaluateFisher } from "../../../../src/models/fisher/evidence/evaluateFisher.ts";
import { profilePrecision } from "../../../../src/models/fisher/evidence/profilePrecision.ts";
import { rootProblem } from "../../../../src/rows/kernel/rootProblem.ts";
import { fisherSpectrum } from "../../../../src/models/fisher/posterior/fisherSpectrum.ts";
import { engine, relative, sample, smooth } from "../samples.ts";

const given = sample(15, 2);
const weighted = { X: given.X, contrasts: fisherContrasts(given.labels, given.weights) };
const options = { distance: 1.5, prior: { shape: 2, rate: 0.7 }, degrees: "rank" as const };

test("the profile over β finds the maximum that the slope tells of, in O(n) a value", () => {
  for (const task of [{ X: given.X, contrasts: given.contrasts }, weighted]) {
    const prior = kernelOnRows(engine, smooth(), task.X, task.contrasts);
    const { precision, objective } = profilePrecision(
      fisherSpectrum(engine, rootProblem(prior, task.contrasts)),
      options,
    );
    const found = evaluateFisher(engine, smooth(), precision, { ...task, options });
    expect(Math.abs(found.precisionSlope)).toBeLessThan(1e-5);
    expect(relative(found.objective, objective)).toBeLessThan(1e-11);
  }
});
