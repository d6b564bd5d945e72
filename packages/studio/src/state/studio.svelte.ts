import type { Table } from "kernelbayes";
import { latestOnly, type Predictor } from "@kernelbayes/report/page";
import type { ReportSections } from "@kernelbayes/report/parts";
import type { Artefact, ArtefactKind, ExampleName, PredictedTable } from "../data/calls.ts";
import { changedDraft, emptyDraft, type Draft, type DraftPatch } from "../data/draft.ts";
import type { FitCost, FitProgress, FitRecord, FitRequest, ShownModel } from "../data/fitRecord.ts";
import type { TableProfile } from "../data/profile.ts";
import { text } from "../text.ts";
import { reportFiles } from "./embedded.ts";
import { Settings } from "./settings.svelte.ts";
import { forgetWork, readWork, storedVersion, workAsJson, writeWork } from "./store.ts";
import { startClient, workerScript, type Client } from "./worker.ts";

export type Screen = "table" | "fits" | "understand" | "predict" | "keep";

/** Files larger than this are refused before they are read. */
const mostBytes = 2 ** 28;

/** A fit that is under way. */
export interface Running {
  readonly title: string;
  readonly began: number;
  readonly progress: Partial<Record<FitProgress["part"], FitProgress>>;
}

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

  readonly settings = new Settings();
  models: readonly ShownModel[] = $state.raw([]);
  kernels: readonly string[] = $state.raw([]);
  /** What the next fit will take, or why it cannot begin. */
  cost: FitCost | string | undefined = $state.raw();
  fits: readonly FitRecord[] = $state.raw([]);
  running: Running | undefined = $state.raw();
  /** What became of the last fit, where it did not end well. */
  outcome: string | undefined = $state();

  /** The fit that the other screens are about. */
  current: FitRecord | undefined = $state.raw();
  sections: ReportSections | undefined = $state.raw();
  predictor: Predictor | undefined = $state.raw();

  #history: readonly Draft[] = $state.raw([emptyDraft]);
  #at = $state(0);
  #client: Client = startClient();
  /** The worker that holds the current fit. */
  #model: Client | undefined;
  #fitting: Client | undefined;
  #lastFit = 0;

  /** Whether the browser keeps the work; undefined while nothing was kept yet. */
  isKept: boolean | undefined = $state();
  /** Work that another version has kept, as JSON. */
  otherWork: string | undefined = $state.raw();
  #saving: ReturnType<typeof setTimeout> | undefined;

  /** Takes up the work that the browser has kept. */
  async restore(): Promise<void> {
    try {
      const { work, other } = await readWork();
      if (other !== undefined) this.otherWork = workAsJson(other);
      if (!work || this.raw) return;
      this.busy = text.start.reading(work.source);
      await this.#client.call("hold", { table: work.table });
      const { profile, table } = await this.#client.call("profile", { draft: work.history[work.at] });
      this.raw = work.table;
      this.source = work.source;
      this.#history = work.history;
      this.#at = work.at;
      this.profile = profile;
      this.table = table;
      this.fits = work.fits;
      this.#lastFit = Math.max(0, ...work.fits.map(({ id }) => id));
      this.isKept = true;
      await this.#readCatalogue();
      const current = work.fits.find(({ id }) => id === work.current);
      if (current) await this.show(current);
    } catch {
      // Where the browser keeps nothing, such as in a private window, work begins anew.
      this.isKept = false;
    } finally {
      this.busy = undefined;
    }
  }

  /** Keeps the work in the browser, a moment after the last change. */
  #save(): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => {
      if (!this.raw || this.source === undefined) return;
      writeWork({
        version: storedVersion,
        source: this.source,
        table: this.raw,
        history: this.#history,
        at: this.#at,
        fits: this.fits,
        current: this.current?.id,
      }).then(
        () => (this.isKept = true),
        () => (this.isKept = false),
      );
    }, 300);
  }

  /** Forgets the table and all fits, here and in the browser. */
  async forget(): Promise<void> {
    clearTimeout(this.#saving);
    this.close();
    this.otherWork = undefined;
    await forgetWork().catch(() => undefined);
  }

  async #readCatalogue(): Promise<void> {
    if (this.models.length > 0) return;
    const { models, kernels } = await this.#client.call("catalogue", {});
    this.models = models;
    this.kernels = kernels;
  }

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
      this.close();
      this.raw = raw;
      this.source = name;
      this.profile = profile;
      this.table = table;
      await this.#readCatalogue();
      this.#save();
    } catch (error) {
      this.problem = wordsOf(error);
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
      this.#save();
    } catch (error) {
      this.problem = wordsOf(error);
    } finally {
      if (turn === this.#checks) this.busy = undefined;
    }
  }

  /** What the next fit is. */
  get request(): FitRequest {
    return this.settings.request(this.models);
  }

  #estimates = 0;

  /** Estimates what the next fit takes; an option that is wrong is said here, before the fit. */
  async estimate(): Promise<void> {
    const turn = ++this.#estimates;
    let found: FitCost | string | undefined;
    if (this.profile && this.profile.hindrance === undefined) {
      try {
        found = await this.#client.call("cost", { draft: this.draft, request: this.request });
      } catch (error) {
        found = wordsOf(error);
      }
    } else found = this.profile?.hindrance;
    if (turn === this.#estimates) this.cost = found;
  }

  /** Fits in a worker of its own, which ends at once when it is canceled. */
  async fit(): Promise<void> {
    if (this.running || !this.raw) return;
    this.screen = "fits";
    this.outcome = undefined;
    const { raw: table, draft, request } = this;
    const title = this.titleOf(request);
    const client = startClient();
    this.#fitting = client;
    this.running = { title, began: performance.now(), progress: {} };
    try {
      const sent = { id: ++this.#lastFit, table, draft, request, script: await workerScript() };
      const record = await client.call("fit", sent, (progress) => {
        const { part } = progress as FitProgress;
        if (this.running && this.#fitting === client) {
          this.running = { ...this.running, progress: { ...this.running.progress, [part]: progress as FitProgress } };
        }
      });
      if (this.#fitting !== client) return;
      const named = { ...record, title };
      this.fits = [...this.fits, named];
      this.#take(named, client);
    } catch (error) {
      client.end();
      if (this.#fitting === client) this.outcome = text.fits.failed(wordsOf(error));
    } finally {
      if (this.#fitting === client) {
        this.#fitting = undefined;
        this.running = undefined;
      }
    }
  }

  cancel(): void {
    if (!this.#fitting) return;
    this.#fitting.end();
    this.#fitting = undefined;
    this.running = undefined;
    this.outcome = text.fits.canceled;
  }

  titleOf({ model }: FitRequest): string {
    const effort = model["effort"];
    const title = this.models.find(({ name }) => name === model.name)?.title ?? model.name;
    return text.fits.title(
      title,
      typeof effort === "string" ? text.fits.efforts[effort as "low"].toLowerCase() : undefined,
    );
  }

  /** Turns the other screens to a fit. */
  async show(record: FitRecord): Promise<void> {
    if (this.current?.id === record.id || !this.raw) return;
    const client = startClient();
    this.#take(record, client);
    await client.call("open", { table: this.raw, record });
  }

  #take(record: FitRecord, client: Client): void {
    this.#model?.end();
    this.#model = client;
    this.current = record;
    this.sections = undefined;
    this.#save();
    this.predictor = latestOnly((question) => client.call("ask", { question: question as never }));
  }

  /** The report of the current fit, piece by piece; made when it is first looked at. */
  async look(): Promise<void> {
    const { current, source } = this;
    const client = this.#model;
    if (!current || !client || this.sections) return;
    try {
      const sections = await client.call("sections", { source: source ?? "", created: current.created });
      if (client === this.#model) this.sections = sections;
    } catch (error) {
      if (client === this.#model) this.problem = wordsOf(error);
    }
  }

  async predictFile(file: File): Promise<PredictedTable> {
    if (file.size > mostBytes) throw new Error(text.problems.large(file.size));
    const bytes = new Uint8Array(await file.arrayBuffer());
    return this.#model!.call("predict", { name: file.name, bytes });
  }

  async artefact(kind: ArtefactKind): Promise<Artefact> {
    const files = kind === "report" ? await reportFiles() : {};
    return this.#model!.call("artefact", {
      kind,
      source: this.source ?? "",
      created: this.current?.created ?? "",
      files,
    });
  }

  remove(id: number): void {
    this.fits = this.fits.filter((fit) => fit.id !== id);
    this.#save();
    if (this.current?.id !== id) return;
    this.#model?.end();
    this.#model = this.current = this.sections = this.predictor = undefined;
  }

  /** Closes the table with its fits. */
  close(): void {
    this.cancel();
    this.#model?.end();
    this.#model = undefined;
    this.raw = this.table = this.profile = this.source = this.selected = this.problem = this.outcome = undefined;
    this.current = this.sections = this.predictor = this.cost = undefined;
    this.fits = [];
    this.#history = [emptyDraft];
    this.#at = 0;
    this.screen = "table";
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
