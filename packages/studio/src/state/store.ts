import type { Table } from "kernelbayes";
import type { Draft } from "../data/draft.ts";
import type { FitRecord } from "../data/fitRecord.ts";

/** The work in progress, as the browser keeps it. */
export interface StoredWork {
  readonly version: typeof storedVersion;
  readonly source: string;
  readonly table: Table;
  readonly history: readonly Draft[];
  readonly at: number;
  readonly fits: readonly FitRecord[];
  readonly current: number | undefined;
}

/** Raised whenever the form of stored work changes. */
export const storedVersion = 1;

const [database, store, key] = ["kernelbayes-studio", "work", "current"];

/** What was kept: work of this version, work of another one, which is handed out as it is, or nothing. */
export async function readWork(): Promise<{ readonly work?: StoredWork; readonly other?: unknown }> {
  const found = await transact("readonly", (work) => work.get(key));
  if (typeof found !== "object" || found === null) return {};
  return "version" in found && found.version === storedVersion ? { work: found as StoredWork } : { other: found };
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
