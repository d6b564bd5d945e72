import { describe, expect, test, vi } from "vitest";
import { nextTurn, run, runSync, findTask } from "../../src/run/run.ts";
import { serialExecutor } from "../../src/run/executor.ts";
import { parallel, type OverallProgress, type Progress, type Work } from "../../src/run/work.ts";
import { asking, endless, example, forgiving, tasks } from "./works.ts";

const executor = serialExecutor(tasks);

test("run and runSync give the same result and tell the same progress", async () => {
  const [here, there]: Progress[][] = [[], []];
  const result = await run(example(), { executor, onProgress: (step) => here.push(step) });
  expect(result).toEqual(runSync(example(), { tasks, onProgress: (step) => there.push(step) }));
  expect(here).toEqual(there);
});

test("the event loop gets its turn after each step", async () => {
  const order: string[] = [];
  const controller = new AbortController();
  void nextTurn().then(() => {
    order.push("another event");
    controller.abort();
  });
  const running = run(
    endless(() => order.push("left")),
    { executor, signal: controller.signal, onProgress: () => order.push("step") },
  );
  await expect(running).rejects.toMatchObject({ name: "AbortError" });
  expect(order).toEqual(["step", "another event", "left"]);
});

test("an abort between two steps rejects with the reason and runs the finally blocks, once", async () => {
  const left = vi.fn<() => void>();
  const controller = new AbortController();
  const reason = new Error("enough");
  const onProgress = ({ step }: Progress): void => {
    if (step === 3) controller.abort(reason);
  };
  await expect(run(endless(left), { executor, signal: controller.signal, onProgress })).rejects.toBe(reason);
  expect(left).toHaveBeenCalledOnce();
});

test("an abort before the start rejects without a step", async () => {
  const onProgress = vi.fn<() => void>();
  await expect(
    run(
      endless(() => {}),
      { executor, signal: AbortSignal.abort(), onProgress },
    ),
  ).rejects.toMatchObject({ name: "AbortError" });
  expect(onProgress).not.toHaveBeenCalled();
});

test("an abort while a task runs stops inside the task and is not given to the work to catch", async () => {
  const caught = vi.fn<() => void>();
  const controller = new AbortController();
  let stepsOfTask = 0;
  const busy = serialExecutor({
    *endless() {
      yield* endless(() => {});
    },
    *counting() {
      for (;;) {
        if (++stepsOfTask === 3) controller.abort();
        yield { kind: "progress", stage: "counting", step: 0, of: 1 };
      }
    },
  });
  function* catching() {
    try {
      yield* asking("counting", [0], () => {});
    } catch {
      caught();
    }
    return "went on";
  }
  await expect(run(catching(), { executor: busy, signal: controller.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
  expect(stepsOfTask).toBe(3);
  expect(caught).not.toHaveBeenCalled();
});

test("a signal with a time limit rejects with its TimeoutError", async () => {
  const signal = AbortSignal.timeout(5);
  await expect(
    run(
      endless(() => {}),
      { executor, signal },
    ),
  ).rejects.toMatchObject({ name: "TimeoutError" });
});

test("an onProgress that throws rejects with its error and ends the work", async () => {
  for (const work of [endless, (left: () => void) => asking("square", [1, 2], left)]) {
    const left = vi.fn<() => void>();
    const onProgress = (): void => {
      throw new Error("no more");
    };
    await expect(run<unknown>(work(left), { executor, onProgress })).rejects.toThrow("no more");
    expect(left).toHaveBeenCalledOnce();
  }
});

test("the error of a task is thrown where the work asked for it", async () => {
  const left = vi.fn<() => void>();
  await expect(run(asking("diverge", [0], left), { executor })).rejects.toMatchObject({
    name: "NumericalError",
    code: "no-convergence",
  });
  expect(left).toHaveBeenCalledOnce();
  expect(await run(forgiving(), { executor })).toBe("bad-row");
});

test("an unknown task rejects with a RangeError", async () => {
  await expect(
    run(
      asking("cube", [1], () => {}),
      { executor },
    ),
  ).rejects.toThrow(new RangeError('There is no task "cube".'));
});

test("where there is no setImmediate, as in pages, a message gives the turn to other messages and to timers", async () => {
  vi.stubGlobal("setImmediate", undefined);
  const { port1, port2 } = new MessageChannel();
  try {
    const seen = { message: false, timer: false };
    port1.onmessage = () => (seen.message = true);
    port2.postMessage("before");
    await nextTurn();
    expect(seen.message).toBe(true);
    setTimeout(() => (seen.timer = true), 0);
    while (!seen.timer) await nextTurn();
  } finally {
    port1.close();
    vi.unstubAllGlobals();
  }
});

describe("without an executor and without a table of tasks", () => {
  const square = (input: number): Work<number> => tasks.square(input as never) as Work<number>;
  function* sum(inputs: readonly number[]): Work<number> {
    return (yield* parallel("square", inputs, square)).reduce((total, each) => total + each, 0);
  }
  function* both(): Work<unknown> {
    return [yield* parallel("square", [1, 2, 3, 4], square), yield* parallel("sumOfSquares", [[1, 2], [], [3]], sum)];
  }

  test("requests are met by the tasks that they bring, those within tasks too, with the same results and progress", async () => {
    const [looked, here, atOnce]: Progress[][] = [[], [], []];
    const wanted = runSync(example(), { tasks, onProgress: (step) => looked.push(step) });
    const results = [
      await run(both(), { onProgress: (step) => here.push(step) }),
      runSync(both(), { onProgress: (step) => atOnce.push(step) }),
    ];
    for (const result of results) expect(result).toEqual([wanted.squares, wanted.sums]);
    const steps = (all: readonly Progress[]): string[] => all.map(({ stage, step }) => `${stage} ${step}`);
    expect(steps(here)).toEqual(steps(looked.filter(({ stage }) => stage !== "begin")));
    expect(atOnce).toEqual(here);
  });

  test("a table of tasks goes before what a request brings", () => {
    const other = { ...tasks, square: tasks.refuse };
    expect(() => runSync(both(), { tasks: other })).toThrow("Row 1 is bad.");
  });

  test("a request that brings no task is refused by its name, and an abort stops inside a task", async () => {
    await expect(run(example(), {})).rejects.toThrow(new RangeError('There is no task "square".'));
    expect(() => runSync(example())).toThrow(new RangeError('There is no task "square".'));
    const left = vi.fn<() => void>();
    function* waiting(): Work<unknown> {
      return yield* parallel("endless", [0], () => endless(left));
    }
    await expect(run(waiting(), { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ name: "TimeoutError" });
    expect(left).toHaveBeenCalledOnce();
  });
});

test("outputs of parallel requests, also of nested ones, stand in the order of the inputs", () => {
  expect(runSync(example(), { tasks })).toEqual({ squares: [1, 4, 9, 16], sums: [5, 0, 9] });
});

test("progress names the work and its finished inputs, and its fraction grows with what goes on inside a task", () => {
  const seen: OverallProgress[] = [];
  runSync(example(), { tasks, onProgress: (step) => seen.push(step) });
  const names = seen.map(({ stage, step, of }) => `${stage} ${step}/${of}`);
  expect(names.filter((name, at) => name !== names[at - 1])).toEqual([
    "begin 0/1",
    ...[0, 1, 2, 3, 4].map((step) => `square ${step}/4`),
    "begin 1/1",
    ...[0, 1, 2, 3].map((step) => `sumOfSquares ${step}/3`),
  ]);
  expect(seen.find(({ stage, step }) => stage === "begin" && step === 1)?.objective).toBe(7);
  const ofSquares = seen.filter(({ stage, step }) => stage === "square" && step === 0);
  // The task of the first input has nine steps, the last of which is its end.
  expect(ofSquares.map(({ fraction }) => fraction)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((step) => step / 9 / 4));
});

test("the error of a task is thrown where the work asked for it, and comes out as it was", () => {
  const left = vi.fn<() => void>();
  expect(() => runSync(asking("refuse", [3], left), { tasks })).toThrow(
    expect.objectContaining({ name: "InputError", code: "bad-row", place: { row: 3, column: "height" } }),
  );
  expect(left).toHaveBeenCalledOnce();
});

test("work may catch the error of a task and go on", () => {
  expect(runSync(forgiving(), { tasks })).toBe("bad-row");
});

test("an onProgress that throws ends the work through its finally blocks", () => {
  const left = vi.fn<() => void>();
  const onProgress = (): void => {
    throw new Error("no more");
  };
  expect(() => runSync(endless(left), { onProgress })).toThrow("no more");
  expect(left).toHaveBeenCalledOnce();
});

test("an unknown task is a mistake in the program, also if its name is that of an inherited property", () => {
  const left = vi.fn<() => void>();
  expect(() => runSync(asking("cube", [1], left), { tasks })).toThrow(new RangeError('There is no task "cube".'));
  expect(left).toHaveBeenCalledOnce();
  expect(() => findTask(tasks, "toString")).toThrow(RangeError);
});
