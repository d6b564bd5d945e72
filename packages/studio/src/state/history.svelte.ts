import { emptyDraft, type Draft } from "../data/draft.ts";

/** The drafts of a table, one for each change, with a place among them: steps back and forth only move the place. */
export class History {
  drafts: readonly Draft[] = $state.raw([emptyDraft]);
  at: number = $state(0);

  get draft(): Draft {
    return this.drafts[this.at];
  }
  get canUndo(): boolean {
    return this.at > 0;
  }
  get canRedo(): boolean {
    return this.at < this.drafts.length - 1;
  }

  /** Adds a draft; those that were taken back before are gone. */
  add(draft: Draft): void {
    this.take([...this.drafts.slice(0, this.at + 1), draft], this.at + 1);
  }

  /** Goes so many steps; false where there are none. */
  go(steps: number): boolean {
    const to = this.at + steps;
    if (to < 0 || to >= this.drafts.length) return false;
    this.at = to;
    return true;
  }

  take(drafts: readonly Draft[], at: number): void {
    this.drafts = drafts;
    this.at = at;
  }
}
