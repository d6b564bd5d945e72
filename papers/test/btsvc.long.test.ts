import { expect, test } from "vitest";
import { bayesScore } from "../src/btsvc/bayesRule.ts";
import { kappasOf } from "../src/btsvc/kappas.ts";
import { btsvcLine } from "../src/btsvc/line.ts";
import { btsvcPlaneTable } from "../src/btsvc/plane.ts";
import { btsvcSizes } from "../src/btsvc/sizes.ts";
import { foundOf } from "../src/found.ts";
import { studyRows } from "../src/studyData.ts";
import { expectFigures, ran, settingsOf } from "./btsvcSamples.ts";

test("on the line every draw has a twin with the outlier, drawn beside it and told beside the printed figures", async () => {
  const settings = settingsOf();
  const [{ rows, part }] = await ran([btsvcLine(settings, 1)]);
  expect(rows.map(({ dataset, method, trainRows }) => `${dataset} ${method} ${trainRows}`).toSorted()).toEqual([
    "chu-simulated-1 btsvc 100",
    "chu-simulated-1 gpc 100",
    "chu-simulated-1 svc 100",
    "chu-simulated-1-outlier btsvc 101",
    "chu-simulated-1-outlier gpc 101",
    "chu-simulated-1-outlier svc 101",
  ]);
  expectFigures(
    part,
    ["a", "b", "c", "d", "e", "f"].map((letter) => `btsvc-figure-2${letter}.svg`),
  );
  const [without] = rows.filter(({ dataset, method }) => dataset === "chu-simulated-1" && method === "btsvc");
  const { kappa0 } = kappasOf(foundOf(without).kernel!);
  expect(part.text).toContain(`| without the outlier | BTSVC | κ₀ | 7.485 | ${Number(kappa0!.toPrecision(3))} |`);
  expect(part.text).toContain("no row has less probability of its own class than the outlier: 1 of 1");
});

test("in the plane every classifier is told beside the rule that knows the densities, on the same test rows", async () => {
  const settings = settingsOf();
  const sizes = { sizes: [10, 30], repeats: 1 };
  const [plane, size] = await ran([btsvcPlaneTable(settings, 40), btsvcSizes(settings, sizes)]);
  expectFigures(plane.part, [
    "btsvc-figure-3-densities.svg",
    "btsvc-figure-3-svc.svg",
    "btsvc-figure-3-gpc.svg",
    "btsvc-figure-3-btsvc.svg",
  ]);
  // Nobody who learns from 40 rows beats the densities on 20 002: the estimated ones lose least.
  for (const row of plane.rows) {
    const place = {
      directory: settings.directory,
      dataset: row.dataset,
      partition: row.partition,
      seed: settings.seed,
    };
    const { test: tested } = studyRows(place, { source: "chu", rows: 40 });
    expect(row.logLoss * tested.rows).toBeGreaterThan(bayesScore(tested).nats);
  }
  expect(plane.part.text).toMatch(/\| Optimal Bayes \| +\| 2\d{3}\.\d ± \d+\.\d \|/);
  expectFigures(size.part, ["btsvc-figure-4-errors.svg", "btsvc-figure-4-seconds.svg"]);
  expect(size.rows).toHaveLength(6);
  for (const { found } of size.rows) {
    expect((JSON.parse(found) as { fitCpuSeconds: number }).fitCpuSeconds).toBeGreaterThan(0);
  }
  expect(size.part.text).toContain("The load of the machine was up to");
});
