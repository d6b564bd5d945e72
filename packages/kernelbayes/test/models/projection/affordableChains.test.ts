import { expect, test } from "vitest";
import { affordableChains } from "../../../src/models/projection/affordableChains.ts";
import { multinomialKernel } from "../../../src/models/projection/bmkc.ts";
import { mostComponentsOf } from "../../../src/models/projection/choice/chooseProjection.ts";
import { kernelProjections } from "../../../src/models/projection/bkpc.ts";
import { readMultinomialOptions, readProjectionOptions } from "../../../src/models/projection/projectionOptions.ts";
import { sweepOperations } from "../../../src/models/projection/sweepOperations.ts";

const ofIris = sweepOperations({ rows: 150, components: 4, classes: 3 });
const ofManyClasses = sweepOperations({ rows: 60, components: 19, classes: 20 });
const ofManyRows = sweepOperations({ rows: 501, components: undefined, classes: 2 });

test("bkpc on 20 classes of 3 rows had no end in 100 s: its chains are shortened, and a warning names their length and the remedy", () => {
  const { settings, warnings } = affordableChains(readProjectionOptions({}).settings, ofManyClasses);
  const { chains, burnIn, sweeps, mostSweeps } = settings;
  expect(chains * (burnIn + sweeps) * ofManyClasses).toBeLessThan(2.01e10);
  expect(mostSweeps).toBe(sweeps);
  expect(warnings[0].code).toBe("chains-shortened");
  expect(warnings[0].message).toContain(`${sweeps} sweeps after ${burnIn}, not 2000 after 500`);
  expect(warnings[0].message).toContain("Give sweeps and burnIn");
});

test("chains of usual length stay as they are where they are affordable", () => {
  const { settings } = readProjectionOptions({});
  expect(affordableChains(settings, ofIris)).toEqual({ settings, warnings: [] });
});

test("lengths that were chosen are kept to, whatever they cost", () => {
  for (const given of [{ sweeps: 2000 }, { burnIn: 400 }, { mostSweeps: 8000 }]) {
    const { settings } = readMultinomialOptions(given);
    expect(affordableChains(settings, ofManyRows)).toEqual({ settings, warnings: [] });
  }
});

test("bmkc on 501 rows keeps the fewest sweeps that say something, and its announced cost is that of the short chains", () => {
  const { burnIn, sweeps, chains } = affordableChains(readMultinomialOptions({}).settings, ofManyRows).settings;
  expect([burnIn, sweeps]).toEqual([25, 75]);
  const long = multinomialKernel({ sweeps: 2000 }).cost(501, 3, 2).operations;
  const usual = multinomialKernel().cost(501, 3, 2).operations;
  expect(long - usual).toBeCloseTo(chains * (500 + 2000 - burnIn - sweeps) * ofManyRows, -6);
});

test("many classes have no more components tried than tell them apart", () => {
  expect([2, 3, 13, 20, 40].map(mostComponentsOf)).toEqual([32, 32, 32, 21, 32]);
  expect(kernelProjections().cost(60, 3, 20).operations).toBeLessThan(1e11);
});
