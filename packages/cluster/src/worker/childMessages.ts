import type { EngineBuild } from "../engineBuilds.ts";

/** The environment variable with the folder that processes of jobs may write into. */
export const folderVariable = "KERNELBAYES_JOB_FOLDER";

/** What a worker asks the process of a job. */
export type ToChild =
  /** What it knows. */
  { readonly kind: "describe" } | ({ readonly kind: "run" } & ChildJob);

/** A job as the process is given it. */
export interface ChildJob {
  readonly task: string;
  readonly engine: string;
  /** The packed input, or the file that holds it. */
  readonly input: Uint8Array | string;
  /** The large parts of the input: their place, their key, and the file. */
  readonly parts: readonly ChildPart[];
  /** Bytes of large parts that the process may keep for later jobs. */
  readonly room: number;
}

interface ChildPart {
  readonly place: string;
  readonly key: string;
  readonly path: string;
}

/** What the process answers. */
export type FromChild =
  | { readonly kind: "description"; readonly tasks: readonly string[]; readonly engines: readonly EngineBuild[] }
  | { readonly kind: "fraction"; readonly fraction: number }
  /** The packed outcome. */
  | { readonly kind: "outcome"; readonly bytes: Uint8Array }
  /** A file is not what its key says, or is gone. */
  | { readonly kind: "damaged"; readonly key: string };
