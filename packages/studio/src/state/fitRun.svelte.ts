import type { Calls } from "../data/calls.ts";
import type { FitNews, FitPart, FitProgress, FitRecord, MemberProgress } from "../data/fitRecord.ts";
import { startClient, workerScript, type Client } from "./worker.ts";

/** A fit that is under way, in a worker of its own, which ends at once when it is canceled. */
export class FitRun {
  readonly title: string;
  readonly began: number = performance.now();
  readonly client: Client = startClient();
  progress: Partial<Record<FitPart, FitProgress>> = $state.raw({});
  /** Of a combination: how far each member has come. */
  members: readonly MemberProgress[] = $state.raw([]);
  /** The fit while it is being measured. */
  fitted: FitRecord | undefined = $state.raw();
  isCanceled = false;

  constructor(title: string) {
    this.title = title;
  }

  /** Fits, and tells as soon as the fit can be used. */
  async fit(sent: Omit<Calls["fit"]["sent"], "script">, onFitted: (record: FitRecord) => void): Promise<FitRecord> {
    const record = await this.client.call("fit", { ...sent, script: await workerScript() }, (progress) => {
      const news = progress as FitNews;
      if (news.kind === "members") this.members = news.members;
      else if (news.kind === "progress") this.progress = { ...this.progress, [news.part]: news };
      else if (!this.isCanceled) {
        this.fitted = { ...news.record, title: this.title };
        onFitted(this.fitted);
      }
    });
    return { ...record, title: this.title };
  }

  cancel(): void {
    this.isCanceled = true;
    this.client.end();
  }
}
