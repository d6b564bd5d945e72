import { expect, test } from "vitest";
import { ringnorm } from "../../../src/data/ringnorm.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { bayesianTrigonometric } from "../../../src/models/process/btsvc.ts";
import { asText } from "../../../src/table/column.ts";
import { columnNamed } from "../../../src/table/table.ts";

test("with many rows the sequential solver chooses the kernel on part of them, says so, and uses all", () => {
  const model = bayesianTrigonometric({ inference: "laplace", solver: "sequential" });
  const posterior = fitSync(model, ringnorm({ rows: 2500 }), { target: "class" });
  expect(posterior.warnings.map(({ code }) => code)).toContain("search-on-part");
  const table = ringnorm({ rows: 2000, seed: 2 });
  const truth = asText(columnNamed(table, "class"));
  const { labels } = posterior.predict(table);
  const wrong = labels.filter((label, row) => label !== truth[row]).length / labels.length;
  expect(wrong).toBeLessThan(0.025);
});
