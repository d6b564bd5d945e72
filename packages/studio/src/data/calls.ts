import type { Table } from "kernelbayes";
import type { Draft } from "./draft.ts";
import type { TableProfile } from "./profile.ts";

export type ExampleName = "iris" | "ripley" | "spirals" | "dirty";

/** What the page asks its workers, by name: what is sent, and what comes back. */
export interface Calls {
  readonly read: {
    readonly sent: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };
    readonly back: Table;
  };
  readonly paste: { readonly sent: { readonly content: string }; readonly back: Table };
  readonly example: { readonly sent: { readonly name: ExampleName }; readonly back: Table };
  /** Takes over a table that was read before. */
  readonly hold: { readonly sent: { readonly table: Table }; readonly back: true };
  readonly profile: {
    readonly sent: { readonly draft: Draft };
    readonly back: { readonly profile: TableProfile; readonly table: Table };
  };
}

export type CallName = keyof Calls;

/** A question on its way to a worker. */
export interface Sent {
  readonly id: number;
  readonly name: CallName;
  readonly sent: Calls[CallName]["sent"];
}

/** What comes back: progress, then a result or a problem. */
export type Back =
  | { readonly id: number; readonly progress: unknown }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly problem: string };
