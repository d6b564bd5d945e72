import { afterAll, expect, test } from "vitest";
import { iris } from "../../src/data/index.ts";
import { InputError } from "../../src/errors.ts";
import { crossValidate } from "../../src/fit/fit.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { run } from "../../src/run/run.ts";
import { parallel, type Work } from "../../src/run/work.ts";
import { platform } from "./platform.ts";

const script = platform.scriptServing(`{
  *square(input) {
    yield progress("squaring", 0, 1);
    return input ** 2;
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
