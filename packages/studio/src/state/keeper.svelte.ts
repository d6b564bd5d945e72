import type { StoredWork } from "../data/storedWork.ts";
import { forgetWork, readWork, workAsJson, writeWork } from "./store.ts";

/** Milliseconds from one writing to the next. */
const pause = 300;

/** Keeps the work in the browser. */
export class Keeper {
  /** Whether the browser keeps the work; undefined while nothing was kept yet. */
  isKept: boolean | undefined = $state();
  /** Work that another version has kept and this one cannot open, as JSON. */
  otherWork: string | undefined = $state.raw();
  #pausing: ReturnType<typeof setTimeout> | undefined;
  #next: (() => StoredWork | undefined) | undefined;

  /** What was kept, if this version can open it. */
  async read(): Promise<StoredWork | undefined> {
    const { work, other } = await readWork();
    if (other !== undefined) this.otherWork = workAsJson(other);
    return work;
  }

  /** Writes the work at once, or a moment after it was written last. Work that could not be opened stays until there is other work. */
  save(work: () => StoredWork | undefined): void {
    if (this.#pausing === undefined) this.#write(work);
    else this.#next = work;
  }

  #write(work: () => StoredWork | undefined): void {
    this.#next = undefined;
    this.#pausing = setTimeout(() => {
      this.#pausing = undefined;
      if (this.#next) this.#write(this.#next);
    }, pause);
    const present = work();
    if (!present) return;
    writeWork(present).then(
      () => (this.isKept = true),
      () => (this.isKept = false),
    );
  }

  async forget(): Promise<void> {
    this.#next = undefined;
    this.otherWork = undefined;
    await forgetWork().catch(() => undefined);
  }
}
