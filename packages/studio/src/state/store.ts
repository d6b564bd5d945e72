import type { StoredWork } from "../data/storedWork.ts";
import { migratedWork } from "./migratedWork.ts";

const [database, store, key] = ["kernelbayes-studio", "work", "current"];

/** What was kept: work that this version can open, work that it cannot, which is handed out as it is, or nothing. */
export async function readWork(): Promise<{ readonly work?: StoredWork; readonly other?: unknown }> {
  const found = await transact("readonly", (work) => work.get(key));
  if (found === undefined) return {};
  const work = migratedWork(found);
  return work ? { work } : { other: found };
}

export async function writeWork(work: StoredWork): Promise<void> {
  await transact("readwrite", (kept) => kept.put(work, key));
}

export async function forgetWork(): Promise<void> {
  await transact("readwrite", (work) => work.delete(key));
}

/** Stored work of any version as JSON, so that nothing is lost that cannot be opened. */
export function workAsJson(work: unknown): string {
  return JSON.stringify(work, (_, value: unknown) =>
    ArrayBuffer.isView(value) ? Array.from(value as Uint8Array) : value,
  );
}

async function transact(mode: IDBTransactionMode, act: (work: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const opened = await asked(
    Object.assign(indexedDB.open(database, 1), {
      onupgradeneeded(event: IDBVersionChangeEvent) {
        (event.target as IDBOpenDBRequest).result.createObjectStore(store);
      },
    }),
  );
  try {
    return await asked(act(opened.transaction(store, mode).objectStore(store)));
  } finally {
    opened.close();
  }
}

function asked<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("The browser keeps nothing here.")));
  });
}
