import { expect, test } from "vitest";
import { summarizeChains } from "../../src/diagnose/summarizeChains.ts";
import { chainReportCodec } from "../../src/posterior/chainReport.ts";
import { normal, stream } from "../../src/random/index.ts";
import { thrown } from "../thrown.ts";

const chains = [0, 1, 2, 3].map((chain) => {
  const random = stream(3, chain);
  return Float64Array.from({ length: 50 }, () => normal(random));
});
const constant = [0, 1].map(() => new Float64Array(20).fill(1));
const stuck = [0, 1].map((value) => new Float64Array(20).fill(value));
const report = {
  chains: 4,
  draws: 200,
  acceptance: 0.3,
  quantities: [
    { name: "ln σ²", ...summarizeChains(chains) },
    { name: "a known noise", ...summarizeChains(constant) },
    { name: "a chain that never moved", ...summarizeChains(stuck) },
  ],
};

test("a report survives JSON, figures that there are none of stay so, and an infinite R-hat stays infinite", () => {
  const read: unknown = JSON.parse(JSON.stringify(chainReportCodec.write(report)));
  expect(chainReportCodec.read(read, "chains")).toEqual(report);
  expect(report.quantities[1].rHat).toBeNaN();
  expect(report.quantities[2].rHat).toBe(Infinity);
});

test("what is no report is refused by its path", () => {
  const document = chainReportCodec.write(report) as object;
  expect(thrown(() => chainReportCodec.read({ ...document, draws: 0.5 }, "document.chains")).message).toContain(
    "document.chains.draws",
  );
  expect(thrown(() => chainReportCodec.read({ ...document, quantities: [{ mean: 1 }] }, "chains")).message).toContain(
    "chains.quantities[0].name",
  );
});
