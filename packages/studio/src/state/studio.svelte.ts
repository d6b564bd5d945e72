import type { Table } from "kernelbayes";
import { latestOnly, type Predictor } from "@kernelbayes/report/page";
import type { LivingData, ReportSections } from "@kernelbayes/report/parts";
import type { Artefact, ArtefactKind, ColumnEffect, ExampleName, PredictedTable } from "../data/calls.ts";
import { changedDraft, emptyDraft, type Draft, type DraftPatch } from "../data/draft.ts";
import type { FitCost, FitRecord, FitRequest, ShownModel } from "../data/fitRecord.ts";
import type { TableProfile } from "../data/profile.ts";
import { text } from "../text.ts";
import { reportFiles } from "./embedded.ts";
import { History } from "./history.svelte.ts";
import { FitRun } from "./fitRun.svelte.ts";
import { isModelFile } from "./isModelFile.ts";
import { Keeper } from "./keeper.svelte.ts";
import { Settings } from "./settings.svelte.ts";
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

  readonly settings = new Settings();
  models: readonly ShownModel[] = $state.raw([]);
  kernels: readonly string[] = $state.raw([]);
  /** What the next fit will take, or why it cannot begin. */
  cost: FitCost | string | undefined = $state.raw();
  fits: readonly FitRecord[] = $state.raw([]);
  running: FitRun | undefined = $state.raw();
  /** What became of the last fit, where it did not end well. */
  outcome: string | undefined = $state();
  /** The fit that was removed last, with its place, so that it can be put back. */
  removed: { readonly fit: FitRecord; readonly place: number } | undefined = $state.raw();

  /** The fit that the other screens are about. */
  current: FitRecord | undefined = $state.raw();
  sections: ReportSections | undefined = $state.raw();
  /** What a form for one row is made of. */
  form: LivingData | undefined = $state.raw();
  predictor: Predictor | undefined = $state.raw();

  readonly history = new History();
  #client: Client = startClient();
  /** The worker that holds the current fit. */
  #model: Client | undefined;
  #lastFit = 0;

  readonly keeper = new Keeper();

  /** Takes up the work that the browser has kept. */
  async restore(): Promise<void> {
    try {
      const work = await this.keeper.read();
      if (!work || this.raw || this.current) return;
      this.busy = text.start.reading(work.source);
      if (work.table) {
        await this.#client.call("hold", { table: work.table });
        const { profile, table } = await this.#client.call("profile", { draft: work.history[work.at] });
        this.raw = work.table;
        this.profile = profile;
        this.table = table;
      }
      this.source = work.source;
      this.history.take(work.history, work.at);
      this.fits = work.fits;
      this.#lastFit = Math.max(0, ...work.fits.map(({ id }) => id));
      this.keeper.isKept = true;
      await this.#readCatalogue();
      const current = work.fits.find(({ id }) => id === work.current);
      if (current) await this.show(current);
    } catch {
      // Where the browser keeps nothing, such as in a private window, work begins anew.
      this.keeper.isKept = false;
    } finally {
      this.busy = undefined;
    }
  }

  #save(): void {
    this.keeper.save(() => {
      const { source, raw: table, fits, current } = this;
      if (source === undefined) return undefined;
      const { drafts, at } = this.history;
      return { version: 2, source, table, history: drafts, at, fits, current: current?.id };
    });
  }

  /** Forgets the table and all fits, here and in the browser. */
  async forget(): Promise<void> {
    this.close();
    await this.keeper.forget();
  }

  async #readCatalogue(): Promise<void> {
    if (this.models.length > 0) return;
    const { models, kernels } = await this.#client.call("catalogue", {});
    this.models = models;
    this.kernels = kernels;
  }

  get draft(): Draft {
    return this.history.draft;
  }

  /** Opens a file; what was open stays if it cannot be read. */
  async openFile(file: File): Promise<void> {
    if (file.size > mostBytes) {
      this.problem = text.problems.large(file.size);
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (isModelFile(bytes)) await this.openModel(file.name, bytes);
    else await this.#open(file.name, () => this.#client.call("read", { name: file.name, bytes }));
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
      // Models that came without a table may belong to this one.
      const models = this.raw ? [] : this.fits;
      this.close();
      this.raw = raw;
      this.source = name;
      this.profile = profile;
      this.table = table;
      for (const { title, document } of models) await this.openModel(title, document);
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
    this.history.add(changedDraft(this.draft, patch));
    return this.#check();
  }

  async undo(): Promise<void> {
    if (this.history.go(-1)) await this.#check();
  }

  async redo(): Promise<void> {
    if (this.history.go(1)) await this.#check();
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

  async fit(): Promise<void> {
    if (this.running || !this.raw) return;
    this.screen = "fits";
    this.outcome = this.removed = undefined;
    const { raw: table, draft, request } = this;
    const run = new FitRun(this.titleOf(request));
    this.running = run;
    try {
      const record = await run.fit({ id: ++this.#lastFit, table, draft, request }, (early) => {
        this.fits = [...this.fits, early];
        this.#take(early, run.client);
      });
      if (run.isCanceled) return;
      this.#finish(record, run);
    } catch (error) {
      run.client.end();
      if (!run.isCanceled) this.outcome = text.fits.failed(wordsOf(error));
    } finally {
      if (this.running === run) this.running = undefined;
    }
  }

  /** A fit is done and measured: it takes the place of the one that was not. */
  #finish(record: FitRecord, run: FitRun): void {
    const isNew = run.fitted === undefined;
    this.running = undefined;
    this.fits = isNew ? [...this.fits, record] : this.fits.map((fit) => (fit.id === record.id ? record : fit));
    // Meanwhile somebody may have turned to another fit.
    if (isNew || this.current?.id === record.id) this.#take(record, run.client);
    else run.client.end();
    this.#save();
  }

  /** Ends the fit at once. What predicts already is kept, without figures. */
  cancel(): void {
    const run = this.running;
    if (!run) return;
    this.running = undefined;
    run.cancel();
    this.outcome = run.fitted ? text.fits.unmeasuredKept : text.fits.canceled;
    if (!run.fitted || this.current?.id !== run.fitted.id) return;
    this.current = undefined;
    void this.show(run.fitted);
  }

  /** Whether a fit is being measured, so that its figures are to come. */
  isMeasuring(fit: FitRecord | undefined): boolean {
    return fit !== undefined && this.running?.fitted?.id === fit.id;
  }

  titleOf({ model }: FitRequest): string {
    const effort = model["effort"];
    const title = this.models.find(({ name }) => name === model.name)?.title ?? model.name;
    return text.fits.title(
      title,
      typeof effort === "string" ? text.fits.efforts[effort as "low"].toLowerCase() : undefined,
    );
  }

  /** Opens a saved model: on the table that is open, where it was fitted to that. */
  async openModel(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const client = startClient();
    this.problem = undefined;
    try {
      await this.#readCatalogue();
      const sent = { id: ++this.#lastFit, name, bytes, table: this.raw, draft: this.draft };
      const record = await client.call("openModel", sent);
      this.source ??= name;
      this.fits = [...this.fits, record];
      this.#take(record, client);
      this.screen = record.hasTable ? "understand" : "predict";
    } catch (error) {
      client.end();
      this.problem = wordsOf(error);
    }
  }

  /** Turns the other screens to a fit. */
  async show(record: FitRecord): Promise<void> {
    if (this.current?.id === record.id) return;
    if (this.isMeasuring(record)) return this.#take(record, this.running!.client);
    const client = startClient();
    this.#take(record, client);
    await client.call("open", { table: this.raw, record });
  }

  #take(record: FitRecord, client: Client): void {
    // A worker that measures goes on with that.
    if (this.#model !== client && this.#model !== this.running?.client) this.#model?.end();
    this.#model = client;
    const isOther = this.current?.id !== record.id;
    this.current = record;
    this.sections = undefined;
    this.#save();
    if (!isOther) return;
    this.form = undefined;
    this.predictor = latestOnly((question) => client.call("ask", { question: question as never }));
  }

  /** What a form for one row of the current fit is made of. */
  async lookAtForm(): Promise<void> {
    const client = this.#model;
    if (!client || this.form) return;
    try {
      const form = await client.call("form", {});
      if (client === this.#model) this.form = form;
    } catch (error) {
      if (client === this.#model) this.problem = wordsOf(error);
    }
  }

  effect(column: string): Promise<ColumnEffect> {
    return this.#model!.call("effect", { column });
  }

  /** The report of the current fit, piece by piece; made when it is first looked at. */
  async look(): Promise<void> {
    const { current, source } = this;
    const client = this.#model;
    if (!current?.hasTable || !client || this.sections || this.isMeasuring(current)) return;
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
    if (this.running?.fitted?.id === id) this.cancel();
    const place = this.fits.findIndex((fit) => fit.id === id);
    this.removed = { fit: this.fits[place], place };
    this.fits = this.fits.toSpliced(place, 1);
    this.#save();
    if (this.current?.id !== id) return;
    this.#model?.end();
    this.#model = this.current = this.sections = this.form = this.predictor = undefined;
  }

  putBack(): void {
    if (!this.removed) return;
    this.fits = this.fits.toSpliced(this.removed.place, 0, this.removed.fit);
    this.removed = undefined;
    this.#save();
  }

  /** Closes the table with its fits. */
  close(): void {
    this.cancel();
    this.#model?.end();
    this.#model = undefined;
    this.raw = this.table = this.profile = this.source = this.selected = this.problem = this.outcome = undefined;
    this.current = this.sections = this.form = this.predictor = this.cost = this.removed = undefined;
    this.fits = [];
    this.history.take([emptyDraft], 0);
    this.screen = "table";
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
