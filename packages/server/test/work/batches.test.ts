import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { type Matrix } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { describe, expect, test } from "vitest";
import type { Predicted } from "../../src/answers/predicted.ts";
import type { LoadedModel } from "../../src/models/loadedModel.ts";
import { servedModel, type ServedModel } from "../../src/models/servedModel.ts";
import { batches, type BatchOptions } from "../../src/work/batches.ts";
import type { Request } from "../../src/work/messages.ts";
import type { Job, WorkerPool } from "../../src/work/workerPool.ts";
import { irisFront } from "../testModels.ts";

/** Predicts the first cell of each row as the probability of class 0, so that every answer shows whose rows it is about. */
function echo(X: Matrix): Predicted {
  const probabilities = matrix(X.rows, 3);
  for (let row = 0; row < X.rows; row++) probabilities.data[3 * row] = X.data[row * X.columns];
  return { rows: X.rows, classes: irisFront.classes, labels: new Array<string>(X.rows).fill("setosa"), probabilities };
}

/** A model that takes so many milliseconds for a row, and for a call whatever its rows. */
function model(row: number, { isLocal = true, call = 0 } = {}): ServedModel {
  const local = { posterior: { predictEncoded: echo } } as unknown as LoadedModel;
  return servedModel({
    id: 1,
    name: "echo",
    version: "1",
    bytes: new Uint8Array(),
    hash: "",
    front: irisFront,
    costs: [
      { call, row },
      { call, row },
    ],
    local: isLocal ? local : undefined,
    window: 60,
  });
}

/** A pool that keeps jobs until it is told to do them. */
interface HeldPool extends WorkerPool {
  readonly line: Job[];
  /** The requests that were made. */
  readonly requests: (Request & { do: "predict" })[];
  /** Begins the next job; what it returns ends it. */
  begin(): (() => void) | undefined;
}

function heldPool(idle = 1): HeldPool {
  const line: Job[] = [];
  const requests: (Request & { do: "predict" })[] = [];
  return {
    line,
    requests,
    run: (job) => void line.push(job),
    begin() {
      const job = line.shift()!;
      const request = job.start() as (Request & { do: "predict" }) | undefined;
      if (request === undefined) return undefined;
      requests.push(request);
      const { rows, data } = request;
      return () => job.done({ ...echo(matrix(rows, data.length / rows, data)), milliseconds: 1 });
    },
    endForgotten: () => undefined,
    drop: () => undefined,
    workers: 1,
    idle,
    waiting: 0,
    replaced: 0,
    threads: [],
    close: async () => undefined,
  };
}

const plain = { intervals: false, level: 0.9 };

/** Sends rows that all hold one number, and says what comes back. */
function sender(options: Partial<BatchOptions>): {
  send(to: ServedModel, rows: number, mark: number, settings?: typeof plain): Promise<number[]>;
  readonly sizes: [rows: number, requests: number][];
} {
  const sizes: [number, number][] = [];
  const batched = batches({
    pool: undefined,
    batchWait: 2,
    batchRows: 8,
    onBatch: (rows, requests) => sizes.push([rows, requests]),
    ...options,
  });
  return {
    sizes,
    send: (to, rows, mark, settings = plain) =>
      new Promise((resolve, reject) => {
        const X = matrix(rows, 4, new Float64Array(4 * rows).fill(mark));
        const done = ({ probabilities }: Predicted): void =>
          resolve(Array.from({ length: probabilities.rows }, (_, row) => probabilities.data[3 * row]));
        batched.add(to, settings, { X, resolve: done, reject, isOver: () => false });
      }),
  };
}

describe("requests of one turn", () => {
  test("are predicted together, and each gets its own rows", async () => {
    const { send, sizes } = sender({});
    const cheap = model(0.001);
    const answers = await Promise.all([send(cheap, 2, 1), send(cheap, 1, 2), send(cheap, 3, 3)]);
    expect(answers).toEqual([[1, 1], [2], [3, 3, 3]]);
    expect(sizes).toEqual([[6, 3]]);
  });

  test("of other models, or with intervals, are not mixed in", async () => {
    const { send, sizes } = sender({});
    const [one, other] = [model(0.001), model(0.001)];
    const answers = await Promise.all([
      send(one, 1, 1),
      send(other, 1, 2),
      send(one, 1, 3, { intervals: true, level: 0.9 }),
      send(one, 1, 4, { intervals: true, level: 0.8 }),
      send(one, 1, 5, { intervals: false, level: 0.8 }),
    ]);
    expect(answers.flat()).toEqual([1, 2, 3, 4, 5]);
    expect(sizes.toSorted(([one], [other]) => one - other)).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [2, 2],
    ]);
  });

  test("beyond the size of a batch are predicted in several, a request as a whole", async () => {
    const { send, sizes } = sender({});
    const cheap = model(0.001);
    const answers = await Promise.all([5, 2, 2, 20, 1].map((rows, mark) => send(cheap, rows, mark)));
    expect(answers).toEqual([5, 2, 2, 20, 1].map((rows, mark) => new Array(rows).fill(mark)));
    expect(sizes).toEqual([
      [7, 2],
      [2, 1],
      [20, 1],
      [1, 1],
    ]);
  });

  test("are predicted each by itself where batches are off", async () => {
    const { send, sizes } = sender({ batchWait: 0 });
    const cheap = model(0.001);
    expect(await Promise.all([send(cheap, 2, 1), send(cheap, 1, 2)])).toEqual([[1, 1], [2]]);
    expect(sizes).toEqual([
      [2, 1],
      [1, 1],
    ]);
  });
});

describe("rows that take longer", () => {
  test("go to a worker: a lone request at once, others after the wait where joining saves more than they take", async () => {
    const pool = heldPool();
    const { send } = sender({ pool, batchWait: 40 });
    const slow = model(5, { call: 50 });
    const first = send(slow, 1, 1);
    await turn();
    await turn();
    expect(pool.line).toHaveLength(1);
    const end = pool.begin()!;
    const [second, third] = [send(slow, 1, 2), send(slow, 2, 3)];
    await turn();
    await turn();
    expect(pool.line).toHaveLength(0);
    await wait(60);
    expect(pool.line).toHaveLength(1);
    end();
    pool.begin()!();
    expect(await Promise.all([first, second, third])).toEqual([[1], [2], [3, 3]]);
    expect(pool.requests.map(({ rows }) => rows)).toEqual([1, 3]);
  });

  test("do not wait while a worker is idle and joining would save less than they take", async () => {
    const pool = heldPool();
    const { send } = sender({ pool, batchWait: 10_000 });
    const slow = model(5, { call: 1 });
    const first = send(slow, 1, 1);
    await turn();
    await turn();
    const end = pool.begin()!;
    const second = send(slow, 1, 2);
    await turn();
    await turn();
    expect(pool.line).toHaveLength(1);
    pool.begin()!();
    end();
    expect(await Promise.all([first, second])).toEqual([[1], [2]]);
  });

  test("are next in line where all workers are busy, with whoever comes until one is free", async () => {
    const pool = heldPool(0);
    const { send } = sender({ pool, batchWait: 10_000 });
    const slow = model(5, { call: 50 });
    const first = send(slow, 1, 1);
    await turn();
    await turn();
    expect(pool.line).toHaveLength(1);
    const second = send(slow, 2, 2);
    await turn();
    pool.begin()!();
    expect(await Promise.all([first, second])).toEqual([[1], [2, 2]]);
    expect(pool.requests.map(({ rows }) => rows)).toEqual([3]);
  });

  test("do not wait where the batch is full, and take along whoever came while the workers were busy", async () => {
    const pool = heldPool(0);
    const { send } = sender({ pool, batchWait: 10_000, batchRows: 4 });
    const slow = model(5, { isLocal: false });
    const early = [send(slow, 3, 1), send(slow, 1, 2)];
    await turn();
    await turn();
    expect(pool.line).toHaveLength(1);
    const late = [send(slow, 1, 3)];
    await turn();
    const end = pool.begin()!;
    expect(pool.requests[0].rows).toBe(4);
    // What did not fit is next in line already.
    expect(pool.line).toHaveLength(1);
    pool.begin()!();
    end();
    expect(await Promise.all([...early, ...late])).toEqual([[1, 1, 1], [2], [3]]);
  });

  test("are sent a second time as they were, where the first worker was lost", async () => {
    const pool = heldPool();
    const { send } = sender({ pool });
    const answer = send(model(5), 2, 7);
    await turn();
    await turn();
    const [job] = pool.line;
    const first = job.start() as Request & { do: "predict" };
    void send(model(5), 1, 8);
    const second = job.start() as Request & { do: "predict" };
    expect(second.data).toEqual(first.data);
    job.done({ ...echo(matrix(2, 4, second.data)), milliseconds: 1 });
    expect(await answer).toEqual([7, 7]);
  });

  test("fail for the requests of their batch alone", async () => {
    const pool = heldPool();
    const { send } = sender({ pool, batchWait: 1 });
    const slow = model(5);
    const failing = send(slow, 1, 1);
    await turn();
    await turn();
    pool.line[0].start();
    pool.line.shift()!.failed(new Error("lost"));
    await expect(failing).rejects.toThrow("lost");
    const next = send(slow, 1, 2);
    await turn();
    await turn();
    pool.begin()!();
    expect(await next).toEqual([2]);
  });
});

describe("what is predicted at once, without a promise", () => {
  const X = matrix(2, 4, new Float64Array(8).fill(7));
  const now = (to: ServedModel, pool?: WorkerPool): Predicted | undefined =>
    batches({ pool, batchWait: 2, batchRows: 8, onBatch: () => undefined }).now(to, plain, X);

  test("are rows that cost less than to wait for others", () => {
    expect(Array.from(now(model(0.001), heldPool())!.probabilities.data)).toEqual([7, 0, 0, 7, 0, 0]);
  });

  test("are no rows that joining makes cheaper, that take long, or that this thread has no model for", () => {
    expect(now(model(0.001, { call: 0.1 }), heldPool())).toBeUndefined();
    expect(now(model(0.2), heldPool())).toBeUndefined();
    expect(now(model(0.001, { isLocal: false }), heldPool())).toBeUndefined();
  });

  test("are no rows where there are no workers: how long they take is unknown", () => {
    expect(now(model(0.001))).toBeUndefined();
  });
});

test("what a model takes is learned: a slow one leaves the serving thread", async () => {
  const pool = heldPool();
  const { send, sizes } = sender({ pool, batchRows: 1 });
  const cheap = model(0.2);
  expect(await send(cheap, 1, 1)).toEqual([1]);
  expect(sizes).toHaveLength(1);
  for (let time = 0; time < 200; time++) cheap.costs.plain.correct(1, 2);
  const sent = send(cheap, 1, 2);
  await turn();
  await turn();
  expect(pool.line).toHaveLength(1);
  pool.begin()!();
  expect(await sent).toEqual([2]);
  for (let time = 0; time < 200; time++) cheap.costs.plain.correct(1, 0.1);
  expect(await send(cheap, 1, 3)).toEqual([3]);
});
