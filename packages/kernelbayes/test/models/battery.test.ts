import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { models } from "../../src/models/index.ts";
import { logSoftmaxInPlace } from "../../src/numeric/logSumExp.ts";
import { row } from "../../src/matrix/row.ts";
import { modelBattery, modelChecks } from "../../src/testing/modelBattery.ts";

test("every model of the catalogue is put through the battery by a file of its own", () => {
  const files = Object.keys(import.meta.glob("./battery/*.test.ts"));
  const tested = files.map((file) => file.replace("./battery/", "").replace(".test.ts", ""));
  expect(tested.toSorted()).toEqual(Object.keys(models).toSorted());
});

test("the battery has at least sixty checks with different names", () => {
  expect(new Set(modelChecks.map(({ name }) => name)).size).toBe(modelChecks.length);
  expect(modelChecks.length).toBeGreaterThanOrEqual(60);
});

test("only models that combine members are checked against them", () => {
  const only = ["members-shown", "near-members"];
  expect(modelBattery(models.auto, { classes: 2, only }).checks.map(({ title }) => title.split(":")[0])).toEqual(only);
  expect(modelBattery(models.lda, { classes: 2, only }).checks).toEqual([]);
  expect(() => modelBattery(models.lda, { classes: 2, only: ["near-member"] })).toThrow("no check named near-member");
});

test("a combination that leaves the range of its members does not pass", () => {
  /** `auto` that shows members of other log odds than those it combines. */
  const moved = (by: number): typeof models.auto => ({
    ...models.auto,
    create(options) {
      const inner = models.auto.create(options);
      return {
        ...inner,
        *fit(problem, context) {
          const posterior = yield* inner.fit(problem, context);
          return {
            ...posterior,
            members: (X) =>
              (posterior.members?.(X) ?? []).map(({ title, logProbabilities: { data, rows, columns } }) => {
                const logs = matrix(rows, columns, data.slice());
                for (let i = 0; i < rows; i++) {
                  row(logs, i)[0] += by;
                  logSoftmaxInPlace(row(logs, i));
                }
                return { title, logProbabilities: logs };
              }),
          };
        },
      };
    },
  });
  const check = (by: number) => modelBattery(moved(by), { classes: 2, only: ["near-members"] }).checks[0];
  expect(() => check(0).run()).not.toThrow();
  expect(() => check(12).run()).toThrow(/log odds .* those of members from/);
  expect(() => check(-12).run()).toThrow(/log odds .* those of members from/);
});
