import { auto, fit } from "kernelbayes";
import { ripley } from "kernelbayes/data";
import { serialExecutor, tasks } from "kernelbayes/executors";
import { expect, test } from "vitest";
import type { MemberProgress } from "../../src/data/fitRecord.ts";
import { watchedExecutor } from "../../src/work/watchedExecutor.ts";

test("each member of a combination is named, advances, and ends; the fit is the same", async () => {
  const table = ripley({ rows: 60 });
  const reports: (readonly MemberProgress[])[] = [];
  const executor = watchedExecutor(serialExecutor(tasks), (members) => reports.push(members));
  const options = { target: "class", seed: 3 };
  const watched = await fit(auto(), table, { ...options, executor });
  const last = reports.at(-1)!;
  expect(last.length).toBeGreaterThan(3);
  expect(new Set(last.map(({ title }) => title)).size).toBe(last.length);
  expect(last.every(({ fraction }) => fraction === 1)).toBe(true);
  for (const [at, { title }] of last.entries()) {
    const fractions = reports.flatMap((members) => (members[at]?.title === title ? [members[at].fraction] : []));
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  }
  const alone = await fit(auto(), table, options);
  expect(watched.predict(table).probabilities.data).toEqual(alone.predict(table).probabilities.data);
}, 120_000);
