import { expect, test, vi } from "vitest";
import { sha256OfPage } from "../../src/browser/sha256OfPage.ts";
import { putBack, sharedContents } from "../../src/run/sharedContents.ts";

const sha256 = sha256OfPage()!;

/** Rows that are worth a reference, which differ by the first number. */
const rows = (first: number): { readonly data: Float64Array } => ({
  data: Float64Array.from({ length: 3000 }, (_, at) => (at === 0 ? first : at)),
});

test("large parts are taken out of inputs, equal ones under one key, and can be put back", async () => {
  const contents = sharedContents(sha256);
  const inputs = [
    { problem: { X: rows(1), classes: [0] }, seed: 1 },
    { problem: { X: rows(1), classes: [1] }, seed: 2 },
    { problem: { X: rows(2), classes: [0] }, seed: 3 },
  ];
  const { inputs: light, release } = await contents.takeOut(inputs, ["problem.X"]);
  expect(light[0].input).toEqual({ problem: { X: null, classes: [0] }, seed: 1 });
  const keys = light.map(({ parts }) => parts["problem.X"]);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(contents.keys()).toEqual([keys[0], keys[2]]);
  expect(light.map((each) => putBack(each, contents.dataOf))).toEqual(inputs);
  // The inputs are as they were.
  expect(inputs[0].problem.X).toEqual(rows(1));
  release();
  expect(contents.keys()).toEqual([]);
});

test("the key is the SHA-256 of the content, and of nothing else", async () => {
  const keyOf = async (data: object): Promise<string> => {
    const { inputs } = await sharedContents(sha256).takeOut([{ data }], ["data"]);
    return inputs[0].parts.data;
  };
  expect(await keyOf(rows(1))).toBe(await keyOf(rows(1)));
  expect(await keyOf(rows(0))).not.toBe(await keyOf(rows(-0)));
});

test("what is small, missing or no object goes along with its input", async () => {
  const contents = sharedContents(sha256);
  const inputs = [{ table: { rows: [1, 2] } }, { table: "a name" }, {}, 7, null];
  const { inputs: light } = await contents.takeOut(inputs, ["table", "problem.X"]);
  expect(light.map(({ input }) => input)).toEqual(inputs);
  expect(light.every(({ parts }) => Object.keys(parts).length === 0)).toBe(true);
  expect(contents.keys()).toEqual([]);
});

test("data are read once for each call, and once for all calls while they are shared", async () => {
  const digest = vi.fn<typeof sha256>(sha256);
  const contents = sharedContents(digest);
  const table = rows(1);
  const call = async (): Promise<void> => (await contents.takeOut([{ table }, { table }], ["table"])).release();
  await call();
  await call();
  expect(digest).toHaveBeenCalledTimes(2);
  const shared = [await contents.share(table), await contents.share(table)];
  await call();
  await call();
  expect(digest).toHaveBeenCalledTimes(3);
  shared[0].release();
  shared[0].release();
  await call();
  expect(digest).toHaveBeenCalledTimes(3);
  expect(contents.keys()).toHaveLength(1);
  shared[1].release();
  expect(contents.keys()).toEqual([]);
  await call();
  expect(digest).toHaveBeenCalledTimes(4);
});

test("calls wait until new data have been handed on, each content once", async () => {
  const handed: string[] = [];
  let hand: () => void = () => {};
  const onNew = async (key: string, pieces: readonly Uint8Array[]): Promise<void> => {
    handed.push(key, String((await sha256(pieces)) === key));
    await new Promise<void>((resolve) => (hand = resolve));
  };
  const contents = sharedContents(sha256, onNew);
  let done = 0;
  const calls = [1, 2].map(async () => {
    const { release } = await contents.takeOut([{ table: rows(1) }], ["table"]);
    done++;
    return release;
  });
  await vi.waitFor(() => expect(handed).toHaveLength(2));
  expect(handed[1]).toBe("true");
  expect(done).toBe(0);
  hand();
  for (const call of calls) (await call)();
  expect(handed).toHaveLength(2);
});

test("what cannot be handed on is not in use, and the next call tries again", async () => {
  let isFull = true;
  const contents = sharedContents(sha256, async () => {
    if (isFull) throw new Error("full");
  });
  const call = (): Promise<unknown> => contents.takeOut([{ first: rows(2), table: rows(1) }], ["first", "table"]);
  await expect(call()).rejects.toThrow("full");
  expect(contents.keys()).toEqual([]);
  isFull = false;
  await call();
  expect(contents.keys()).toHaveLength(2);
});

test("an error names the input and the place of what is no plain data", async () => {
  const contents = sharedContents(sha256);
  const inputs = [{ table: rows(1) }, { table: { read: () => 1 } }];
  await expect(contents.takeOut(inputs, ["table"])).rejects.toThrow(
    "table of input 2 cannot be sent to another thread: read is a function that cannot be copied.",
  );
  expect(contents.keys()).toEqual([]);
});
