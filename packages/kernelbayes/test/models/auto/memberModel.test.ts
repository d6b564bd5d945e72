import { expect, test } from "vitest";
import { memberModel } from "../../../src/models/auto/memberModel.ts";
import { memberPlans, type Effort } from "../../../src/models/auto/memberPlan.ts";
import { thrown } from "../../thrown.ts";

/** Tables small and large, narrow and wide. */
const shapes = [
  { rows: 100, columns: 4, classes: 2 },
  { rows: 60, columns: 500, classes: 3 },
  { rows: 5000, columns: 10, classes: 2 },
];

test.each(["low", "normal", "high"] as Effort[])("every member that the effort %s may try is known", (effort) => {
  for (const shape of shapes) {
    for (const { model } of memberPlans({ ...shape, isFast: true, has: () => true }, effort)) {
      const made = memberModel(model, "model", 2);
      expect(made.name).toBe(model.name);
      expect(memberModel(made.toDocument(), "model", 2).toDocument()).toEqual(made.toDocument());
    }
  }
});

test("members of two classes are coupled for more, and read again from what is saved", () => {
  const coupled = memberModel({ name: "gpc" }, "model", 3);
  expect(coupled.name).toBe("one-versus-rest");
  expect(memberModel(coupled.toDocument(), "model", 3).toDocument()).toEqual(coupled.toDocument());
  expect(memberModel({ name: "lssvm" }, "model", 3).name).toBe("lssvm");
});

test("other models of the catalogue are no members, not even in a coupling", () => {
  for (const model of [{ name: "bfd" }, { name: "auto" }, { name: "pairwise", model: { name: "svc" } }]) {
    const { code, message } = thrown(() => memberModel(model, "model", 2));
    expect(code).toBe("unknown-model");
    expect(message).toContain(" among the members of auto. ");
  }
});
