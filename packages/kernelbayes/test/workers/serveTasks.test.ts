import { afterAll, describe, expect, test } from "vitest";
import { iris } from "../../src/data/index.ts";
import { InputError } from "../../src/errors.ts";
import { crossValidate } from "../../src/fit/fit.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { run } from "../../src/run/run.ts";
import { share } from "../../src/run/share.ts";
import { parallel, type OverallProgress, type Work } from "../../src/run/work.ts";
import { platform } from "./platform.ts";

const script = platform.scriptServing(`{
  *square(input) {
    yield progress("squaring", 0, 1);
    return input ** 2;
  },
  *slow(input) {
    for (let step = 1; step <= input; step++) {
      const end = performance.now() + 110;
      while (performance.now() < end);
      yield progress("slowly", step, input);
    }
    return input;
  },
  *refuse(input) {
    tasks.fold({ model: { name: input } }).next();
  },
}`);
const executor = platform.workerExecutor({ workers: 2, script });
afterAll(async () => {
  await executor.close();
  platform.removeScripts();
});

test("tasks of one's own run in workers, asked for by an executor or by work", async () => {
  expect(await executor.map("square", [1, 2, 3])).toEqual([1, 4, 9]);
  function* sum(): Work<number> {
    return (yield* parallel<number, number>("square", [3, 4])).reduce((total, each) => total + each, 0);
  }
  expect(await run(sum(), { executor })).toBe(25);
});

test("those of the library run beside them", async () => {
  const options = { target: "species", folds: 3 };
  const here = await crossValidate(linearDiscriminant(), iris(), options);
  expect(await crossValidate(linearDiscriminant(), iris(), { ...options, executor })).toEqual(here);
});

test("errors that the library throws in them keep their kind and code", async () => {
  const error: unknown = await executor.map("refuse", ["ldaa"]).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ code: "unknown-model" });
});

describe("inner progress of a task", () => {
  test("comes from its worker, as that of its input", async () => {
    const seen: { readonly input: number; readonly fraction: number }[] = [];
    const onFraction = (input: number, fraction: number): unknown => seen.push({ input, fraction });
    expect(await executor.map("slow", [4, 2], { onFraction })).toEqual([4, 2]);
    const of = (wanted: number): number[] =>
      seen.flatMap(({ input, fraction }) => (input === wanted ? [fraction] : []));
    expect(of(0)).toEqual([0.25, 0.5, 0.75, 1, 1]);
    expect(of(1)).toEqual([0.5, 1, 1]);
  });

  test("becomes part of the fraction of the work that asked", async () => {
    function* both(): Work<void> {
      yield* share(0, 0.9, parallel<number, number>("slow", [3, 1], undefined, { weights: [3, 1] }));
      yield* share(0.9, 1, parallel<number, number>("square", [1]));
    }
    const seen: OverallProgress[] = [];
    await run(both(), { executor, onProgress: (step) => seen.push(step) });
    const fractions = seen.map(({ fraction }) => fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
    expect(
      seen.filter(({ stage, fraction }) => stage === "slow" && fraction > 0 && fraction < 0.9).length,
    ).toBeGreaterThan(2);
  });

  test("that is met by an error ends the work with it", async () => {
    const onFraction = (): void => {
      throw new Error("closed the window");
    };
    await expect(executor.map("slow", [40], { onFraction })).rejects.toThrow("closed the window");
    expect(await executor.map("square", [3])).toEqual([9]);
  });
});
