import { expect, test } from "vitest";
import { migratedWork } from "../../src/state/migratedWork.ts";

const table = { rows: 0, columns: [] };
const draft = { roles: {}, kinds: {}, cells: {}, labels: {}, trusted: [] };
const rest = { source: "patients.xlsx", table, history: [draft, { ...draft, trusted: [3] }], at: 1, current: 4 };

test("work that the first version kept is opened: its fits were all made on the table that is kept", () => {
  const fit = { id: 4, title: "lda", seconds: 2, document: new Uint8Array([1]) };
  expect(migratedWork({ ...rest, version: 1, fits: [fit] })).toEqual({
    ...rest,
    version: 2,
    fits: [{ ...fit, origin: "fit", hasTable: true }],
  });
});

test("work of the present version stays as it is", () => {
  const work = { ...rest, version: 2, fits: [] };
  expect(migratedWork(work)).toBe(work);
});

test.each([undefined, null, "text", 7, {}, { version: 3 }, { version: "1" }])(
  "%o is handed out, not opened",
  (found) => {
    expect(migratedWork(found)).toBeUndefined();
  },
);
