import type { JobOutcome, JobStore } from "./jobStore.ts";

/** Hands outcomes on to a store, one call at a time. */
export interface Recorder<Identity> {
  /** Resolves at once, or when the store has caught up if too much has piled up. Never rejects; see `onError`. */
  put(outcome: JobOutcome<Identity>): Promise<void>;
  /** Resolves when the store has everything that was put. */
  flush(): Promise<void>;
}

export interface RecorderOptions<Identity> {
  /** How many outcomes may wait before `put` does. */
  readonly limit: number;
  /** Called for each outcome that the store has. */
  readonly onKept: (outcome: JobOutcome<Identity>) => void;
  /** Called once, with what the store or `onKept` threw; nothing is written after that. */
  readonly onError: (error: unknown) => void;
}

/**
 * While the store is writing, outcomes gather and are written together next. So a slow disk does not hold up the workers,
 * and quick jobs share the cost of making sure that they are on it.
 */
export function recorder<Identity>(
  store: JobStore<Identity>,
  { limit, onKept, onError }: RecorderOptions<Identity>,
): Recorder<Identity> {
  let waiting: JobOutcome<Identity>[] = [];
  let writing: Promise<void> | undefined;
  let failed = false;

  const write = async (): Promise<void> => {
    try {
      while (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        await store.append(batch);
        batch.forEach(onKept);
      }
    } catch (error) {
      failed = true;
      onError(error);
    } finally {
      writing = undefined;
    }
  };
  return {
    async put(outcome) {
      if (failed) return;
      waiting.push(outcome);
      writing ??= write();
      if (waiting.length >= limit) await writing;
    },
    async flush() {
      await writing;
    },
  };
}
