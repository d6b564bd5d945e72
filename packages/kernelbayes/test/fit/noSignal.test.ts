import { describe, expect, test } from "vitest";
import { leaveOneOutRows } from "../../src/compare/leaveOneOutRows.ts";
import { iris } from "../../src/data/index.ts";
import { errorRate, mostProbable } from "../../src/evaluate/index.ts";
import { fitSync } from "../../src/fit/fit.ts";
import { gaussianProcess } from "../../src/models/process/gpc.ts";
import { leastSquaresSupportVector } from "../../src/models/leastSquares/lssvm.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { shrunkenDiscriminant } from "../../src/models/discriminant/rda.ts";
import { lacksSignal, noSignalWarning } from "../../src/fit/noSignal.ts";
import { normal, stream } from "../../src/random/index.ts";
import { tableFromColumns, type Table } from "../../src/table/table.ts";
import { codesOf } from "./samples.ts";

/** 30 heads and 30 tails, with five columns that have nothing to do with them, or one shifted by `shift`. */
function coins(shift = 0): Table {
  const random = stream(1, 60);
  const cells: Record<string, (number | string)[]> = {};
  for (let j = 0; j < 5; j++) {
    cells[`x${j}`] = Array.from({ length: 60 }, (_, i) => normal(random) + (j === 0 && i % 2 === 0 ? shift : 0));
  }
  cells["coin"] = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? "heads" : "tails"));
  return tableFromColumns(cells);
}

const target = "coin";

describe("balanced labels without signal", () => {
  test("leave-one-out calls nearly every row wrong, and the fit warns that this is an artefact", () => {
    const posterior = fitSync(leastSquaresSupportVector(), coins(), { target });
    const { probabilities, classes } = leaveOneOutRows(posterior);
    expect(errorRate(mostProbable(probabilities), classes)).toBeGreaterThan(0.9);
    expect(lacksSignal(posterior)).toBe(true);
    expect(codesOf(posterior.warnings)[0]).toBe("no-signal");
    expect(posterior.warnings[0].message).toMatch(
      /^No evidence that these columns predict "coin": .*Leave-one-out error and AUC are not meaningful here, but an artefact: .*Measure by cross-validation/,
    );
  });

  test.each([linearDiscriminant(), gaussianProcess()])("every model warns: $name", (model) => {
    expect(lacksSignal(fitSync(model, coins(), { target }))).toBe(true);
  });

  test("a model that leaves out folds of rows warns without speaking of the artefact", () => {
    const { leaveOneOut, warnings } = fitSync(shrunkenDiscriminant(), coins(), { target });
    expect(leaveOneOut?.method).toBe("folds");
    expect(codesOf(warnings)).toContain("no-signal");
    expect(warnings[0].message).not.toContain("artefact");
  });
});

describe("labels with signal", () => {
  test.each([linearDiscriminant(), leastSquaresSupportVector(), shrunkenDiscriminant()])(
    "give no warning on iris: $name",
    (model) => {
      expect(lacksSignal(fitSync(model, iris(), { target: "species" }))).toBe(false);
    },
  );

  test("give no warning where one column of five predicts three rows of four", () => {
    expect(lacksSignal(fitSync(leastSquaresSupportVector(), coins(1.5), { target }))).toBe(false);
  });
});

test("without leave-one-out predictions, or with none that is valid, there is nothing to warn of", () => {
  const rows = { target, classes: Int32Array.of(0, 1), weights: undefined, groups: undefined };
  expect(noSignalWarning(undefined, rows)).toEqual([]);
  const { leaveOneOut } = fitSync(linearDiscriminant(), coins(), { target });
  expect(noSignalWarning({ ...leaveOneOut!, omitted: [0, 1] }, rows)).toEqual([]);
});
