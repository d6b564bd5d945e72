import type { Table } from "kernelbayes";
import type { ExampleName } from "../data/calls.ts";
import { changedDraft, emptyDraft, type Draft, type DraftPatch } from "../data/draft.ts";
import type { TableProfile } from "../data/profile.ts";
import { text } from "../text.ts";
import { startClient, type Client } from "./worker.ts";

export type Screen = "table" | "fits" | "understand" | "predict" | "keep";

/** Files larger than this are refused before they are read. */
const mostBytes = 2 ** 28;

/** All that the studio knows. Tables and results are never modified, only replaced. */
export class Studio {
  screen: Screen = $state("table");
  /** The name of the file, or of the example. */
  source: string | undefined = $state();
  /** The table as it was read. */
  raw: Table | undefined = $state.raw();
  /** The table as fits see it: edited and checked. */
  table: Table | undefined = $state.raw();
  profile: TableProfile | undefined = $state.raw();
  /** What is under way, in words. */
  busy: string | undefined = $state();
  problem: string | undefined = $state();
  selected: string | undefined = $state();
  #history: readonly Draft[] = $state.raw([emptyDraft]);
  #at = $state(0);
  #client: Client = startClient();

  get draft(): Draft {
    return this.#history[this.#at];
  }
  get canUndo(): boolean {
    return this.#at > 0;
  }
  get canRedo(): boolean {
    return this.#at < this.#history.length - 1;
  }

  /** Opens a file; what was open stays if it cannot be read. */
  async openFile(file: File): Promise<void> {
    if (file.size > mostBytes) {
      this.problem = text.problems.large(file.size);
      return;
    }
    await this.#open(file.name, async () => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      return this.#client.call("read", { name: file.name, bytes });
    });
  }

  async openPasted(content: string): Promise<void> {
    await this.#open("pasted.csv", () => this.#client.call("paste", { content }));
  }

  async openExample(name: ExampleName): Promise<void> {
    await this.#open(`${name}.csv`, () => this.#client.call("example", { name }));
  }

  async #open(name: string, read: () => Promise<Table>): Promise<void> {
    this.busy = text.start.reading(name);
    this.problem = undefined;
    try {
      const raw = await read();
      const { profile, table } = await this.#client.call("profile", { draft: emptyDraft });
      this.raw = raw;
      this.source = name;
      this.#history = [emptyDraft];
      this.#at = 0;
      this.profile = profile;
      this.table = table;
      this.selected = undefined;
      this.screen = "table";
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      // The worker may hold what it could not check.
      if (this.raw) await this.#client.call("hold", { table: this.raw });
    } finally {
      this.busy = undefined;
    }
  }

  /** Changes the draft, and checks the table anew. */
  change(patch: DraftPatch): Promise<void> {
    this.#history = [...this.#history.slice(0, this.#at + 1), changedDraft(this.draft, patch)];
    this.#at++;
    return this.#check();
  }

  async undo(): Promise<void> {
    if (!this.canUndo) return;
    this.#at--;
    await this.#check();
  }

  async redo(): Promise<void> {
    if (!this.canRedo) return;
    this.#at++;
    await this.#check();
  }

  #checks = 0;

  async #check(): Promise<void> {
    const turn = ++this.#checks;
    this.busy = text.table.checking;
    try {
      const { profile, table } = await this.#client.call("profile", { draft: this.draft });
      // Of changes in quick succession only the last is shown.
      if (turn !== this.#checks) return;
      this.profile = profile;
      this.table = table;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      if (turn === this.#checks) this.busy = undefined;
    }
  }

  /** Closes the table. */
  close(): void {
    this.raw = this.table = this.profile = this.source = this.selected = this.problem = undefined;
    this.#history = [emptyDraft];
    this.#at = 0;
    this.screen = "table";
  }
}
