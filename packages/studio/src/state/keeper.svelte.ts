import type { StoredWork } from "../data/storedWork.ts";
import { forgetWork, readWork, workAsJson, writeWork } from "./store.ts";

/** Milliseconds from a change until it is written. */
const pause = 300;

/** Keeps the work in the browser. */
export class Keeper {
  /** Whether the browser keeps the work; undefined while nothing was kept yet. */
  isKept: boolean | undefined = $state();
  /** Work that another version has kept and this one cannot open, as JSON. */
  otherWork: string | undefined = $state.raw();
  #saving: ReturnType<typeof setTimeout> | undefined;

  /** What was kept, if this version can open it. */
  async read(): Promise<StoredWork | undefined> {
    const { work, other } = await readWork();
    if (other !== undefined) this.otherWork = workAsJson(other);
    return work;
  }

  /** Writes the work a moment after the last change. Work that could not be opened stays until there is other work. */
  save(work: () => StoredWork | undefined): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => {
      const present = work();
      if (!present) return;
      writeWork(present).then(
        () => (this.isKept = true),
        () => (this.isKept = false),
      );
    }, pause);
  }

  async forget(): Promise<void> {
    clearTimeout(this.#saving);
    this.otherWork = undefined;
    await forgetWork().catch(() => undefined);
  }
}
