import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { modelStore, type ModelStore } from "../../src/models/modelStore.ts";
import { refusal, tryAgain } from "../../src/problem/problem.ts";
import type { Scheduler } from "../../src/work/scheduler.ts";
import { irisFront } from "../testModels.ts";

/** A store of one folder, in which checks of files end as a list says, one after the other, and well when the list has ended. */
function storeOf(ends: Error[]): {
  readonly store: ModelStore;
  readonly reloads: boolean[];
  write(text: string): void;
} {
  const folder = mkdtempSync(join(tmpdir(), "kernelbayes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (text: string): void => writeFileSync(join(folder, "a.json"), text);
  const reloads: boolean[] = [];
  const slow = { call: 1000, row: 1000 };
  const scheduler = {
    load() {
      const error = ends.shift();
      return error ? Promise.reject(error) : Promise.resolve({ front: irisFront, costs: [slow, slow] });
    },
  } as unknown as Scheduler;
  const store = modelStore({
    models: [],
    folder,
    modelMemory: 1e6,
    copies: 3,
    scheduler,
    engine: undefined,
    driftWindow: 60,
    log: () => undefined,
    drop: () => undefined,
    onReload: (_, isReplaced) => void reloads.push(isReplaced),
  });
  write("one");
  return { store, reloads, write };
}

const interrupted = (): Error => tryAgain("worker-lost", "The thread ended.");

test("an interrupted check is no fault of the file: whoever asks next gets the model", async () => {
  const { store } = storeOf([interrupted()]);
  await store.open();
  await expect(store.get("a", undefined)).rejects.toMatchObject({ problem: { code: "worker-lost" }, retryAfter: 1 });
  expect(store.list()).toEqual([{ name: "a", version: "1", state: "not loaded" }]);
  expect(await store.get("a", undefined)).toMatchObject({ name: "a", fullName: "a/1" });
});

test("a refused file is not checked again until it changes", async () => {
  const { store, write } = storeOf([refusal(400, "invalid-document", "It is no model.")]);
  await store.open();
  const get = async (): Promise<unknown> => store.get("a", undefined);
  for (let time = 0; time < 2; time++) {
    await expect(get()).rejects.toMatchObject({ problem: { code: "model-unusable", reason: "invalid-document" } });
  }
  write("another text");
  await store.look();
  expect(await get()).toMatchObject({ name: "a" });
});

test("a changed file whose check was interrupted is checked again at the next look, and the former model serves meanwhile", async () => {
  const ends: Error[] = [];
  const { store, write, reloads } = storeOf(ends);
  await store.open();
  const former = await store.get("a", undefined);
  ends.push(interrupted());
  write("another text");
  await store.look();
  await store.look();
  expect(reloads).toEqual([false]);
  expect(store.get("a", undefined)).toBe(former);
  expect(store.list()[0]).toMatchObject({ state: "ready" });
  expect(store.list()[0].refused).toBeUndefined();
  await store.look();
  expect(reloads).toEqual([false, true]);
  expect(store.get("a", undefined)).not.toBe(former);
});
