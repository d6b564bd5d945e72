import { afterAll, describe, expect, test } from "vitest";
import { models } from "../../src/models/index.ts";
import { modelBattery } from "../../src/testing/modelBattery.ts";
import { platform } from "../workers/platform.ts";

const executors = [1, 2].map((workers) => platform.workerExecutor({ workers, script: platform.builtWorker() }));
afterAll(async () => {
  for (const executor of executors) await executor.close();
});

// The chains of bmkc are tasks of the same kind as those of bkpc.
const tried = Object.entries(models).filter(([name]) => name !== "bmkc");

describe.each(tried)("%s", (name, entry) => {
  // The machines of many classes are tasks of one kind, whatever the model: one model stands for all that take two.
  const classes = entry.create().classes === "two" && name !== "bayesian-lssvm" ? 2 : 3;
  const { checks, exempted } = modelBattery(entry, { classes, executors });
  const check = checks.find(({ title }) => title.startsWith("same-on-every-executor:"));

  test("workers, one or two, give the result of none", async () => {
    expect(exempted.map(({ title }) => title.split(":", 1)[0])).not.toContain("same-on-every-executor");
    if (!check) throw new Error("The battery has no check of the executors.");
    await check.run();
  });
});
