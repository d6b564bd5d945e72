/** What workers report on the channel of events. */
export type WorkerEvent =
  /** A job has a result. */
  | { readonly kind: "done"; readonly key: string }
  | { readonly kind: "progress"; readonly key: string; readonly fraction: number }
  /** Large data that a job needs are not in the store. */
  | { readonly kind: "lacking"; readonly blob: string }
  /** A worker cannot do a job, and leaves it to others. */
  | { readonly kind: "refused"; readonly machine: string; readonly reason: string };

/** What workers are called for. */
export type WorkerCall =
  /** Nobody waits for these jobs any more. */
  | { readonly kind: "stop"; readonly keys: readonly string[] }
  /** Workers shall end what they do and take nothing more. */
  | { readonly kind: "drain"; readonly ids: readonly string[] };

/** A message of a channel; undefined if it is none of ours. */
export function messageOf<Message extends { readonly kind: string }>(text: string): Message | undefined {
  try {
    const message = JSON.parse(text) as unknown;
    return typeof message === "object" && message !== null && "kind" in message ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}
