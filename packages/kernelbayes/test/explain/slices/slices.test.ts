import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { slicesSync } from "../../../src/explain/slices/slices.ts";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { modelFromDocument } from "../../../src/models/index.ts";
import { normal, stream, type Stream } from "../../../src/random/index.ts";
import { tableFromColumns, type Table } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";
import { fitted } from "../samples.ts";

/** Rows whose labels are wrong in one part: far away from site "B" after 40. */
function rowsOf(random: Stream, rows: number, isSpoiled: (site: string, age: number) => boolean): Table {
  const site = Array.from({ length: rows }, () => ["A", "B", "C"][random.integer(3)]);
  const age = Array.from({ length: rows }, () => 20 + random.integer(50));
  const signal = Array.from({ length: rows }, () => 1.5 * normal(random));
  return tableFromColumns({
    site,
    age,
    signal,
    noise: signal.map(() => normal(random)),
    label: signal.map((s, i) => {
      const isYes = s + 0.5 * normal(random) > 0;
      return isYes !== (isSpoiled(site[i], age[i]) && random.uniform() < 0.5) ? "yes" : "no";
    }),
  });
}

const nowhere = (): boolean => false;
const posterior = fitted(modelFromDocument({ name: "logistic" }), rowsOf(stream(1), 200, nowhere), {
  exclude: ["site"],
});

describe("slices", () => {
  test("find where labels were spoiled, by the columns that say so", () => {
    const held = rowsOf(stream(2), 500, (site, age) => site === "B" && age > 45);
    const { slices, rows, looked } = slicesSync(posterior, held, {
      columns: ["site", "age", "signal", "noise"],
      permutations: 199,
    });
    expect(rows).toBe(500);
    expect(looked).toBeGreaterThan(30);
    const [worst] = slices;
    expect(worst.pValue).toBe(1 / 200);
    expect(worst.conditions.map(({ column }) => column).toSorted()).toEqual(["age", "site"]);
    expect(worst.text).toContain("site = B");
    expect(worst.logLoss).toBeGreaterThan(2 * worst.elsewhere);
    expect(worst.logLoss).toBeGreaterThan(worst.expected);
    expect(worst.lower).toBeGreaterThan(worst.errorElsewhere);
    for (const by of ["errors", "beyond"] as const) {
      const [first] = slicesSync(posterior, held, { columns: ["site", "age"], permutations: 99, by }).slices;
      expect(first.text).toContain("site = B");
    }
  });

  test("raise a false alarm in about one of twenty tables where there is nothing to find", () => {
    let alarms = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = stream(seed, 99);
      const table = rowsOf(random, 60, nowhere);
      // Losses that have nothing to do with the columns.
      const logs: Matrix = matrix(
        60,
        2,
        Float64Array.from({ length: 60 }, () => random.uniform()).reduce((all, u, i) => {
          all[2 * i] = Math.log(u);
          all[2 * i + 1] = Math.log1p(-u);
          return all;
        }, new Float64Array(120)),
      );
      const [worst] = slicesSync(posterior, table, {
        columns: ["site", "age", "noise"],
        permutations: 39,
        logProbabilities: logs,
      }).slices;
      if (worst !== undefined && worst.pValue <= 0.05) alarms++;
    }
    // Binomial of 60 and 0.05: more than 8 in one of 800 such tests.
    expect(alarms).toBeLessThanOrEqual(8);
  });

  test("leave out rows without a known label, and refuse too few", () => {
    const held = rowsOf(stream(5), 40, nowhere);
    const label = held.columns[4];
    const spoiled = tableFromColumns({
      label: Array.from({ length: 40 }, (_, i) =>
        i < 5 ? "maybe" : label.type === "text" ? label.levels[label.codes[i]] : "",
      ),
    }).columns[0];
    const table = { ...held, columns: [...held.columns.slice(0, 4), spoiled] };
    expect(slicesSync(posterior, table, { permutations: 19 })).toMatchObject({ rows: 35, leftOut: 5 });
    const code = (options: object): string => thrown(() => slicesSync(posterior, table, options), InputError).code;
    expect(code({ permutations: 3 })).toBe("invalid-option");
    expect(code({ by: "size" })).toBe("invalid-option");
    expect(code({ columns: ["nothing"] })).toBe("unknown-column");
    expect(code({ logProbabilities: matrix(3, 2) })).toBe("wrong-shape");
    expect(code({ target: "site" })).toBe("too-few-rows");
  });
});
