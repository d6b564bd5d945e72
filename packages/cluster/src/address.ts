import { InputError } from "kernelbayes";

/** Where a cluster meets. */
export interface ClusterAddress {
  readonly host: string;
  readonly port: number;
  readonly database: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Whether the connection is encrypted (`rediss:`). */
  readonly isEncrypted: boolean;
  /** What all keys begin with: each project of a Redis has its own. */
  readonly prefix: string;
  /** Where large data lie: "redis", a folder that all machines see, or an address under which the coordinator serves them. */
  readonly blobs: BlobPlace;
  /** Bytes of large data that Redis keeps at most. */
  readonly limit: number;
  /** For messages: without the password. */
  readonly shown: string;
}

/** Where large data lie. */
export type BlobPlace =
  | { readonly kind: "redis" }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "http"; readonly host: string; readonly port: number };

const megabyte = 1024 ** 2;

/**
 * Reads the address of a cluster, `redis[s]://[user:password@]host[:port][/database]`, with what may follow after a question mark: `prefix` for the keys
 * of a project, `blobs` for the place of large data (`redis`, `file:///folder` or `http://host:port`, served by the coordinator) and `limit` for the megabytes
 * of them that Redis keeps.
 *
 * @example clusterAddress("rediss://worker:secret@redis.example:6380/2?prefix=spectra&blobs=file:///mnt/shared")
 */
export function clusterAddress(text: string): ClusterAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["redis:", "rediss:"].includes(url.protocol) || url.hostname === "") {
    throw refusal(`"${withoutPassword(text)}" is no address of a cluster.`);
  }
  const unknown = [...url.searchParams.keys()].find((name) => !["prefix", "blobs", "limit"].includes(name));
  if (unknown !== undefined) throw refusal(`A cluster has no option "${unknown}"; it has prefix, blobs and limit.`);
  const database = url.pathname.length > 1 ? Number(url.pathname.slice(1)) : 0;
  if (!Number.isSafeInteger(database) || database < 0)
    throw refusal(`"${url.pathname.slice(1)}" is no number of a database.`);
  const prefix = url.searchParams.get("prefix") ?? "kernelbayes";
  if (!/^[\w.-]+$/.test(prefix)) throw refusal(`The prefix "${prefix}" may hold letters, digits, ".", "_" and "-".`);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? 6379 : Number(url.port),
    database,
    username: url.username === "" ? undefined : decodeURIComponent(url.username),
    password: url.password === "" ? undefined : decodeURIComponent(url.password),
    isEncrypted: url.protocol === "rediss:",
    prefix,
    blobs: blobPlace(url.searchParams.get("blobs") ?? "redis"),
    limit: limitOf(url.searchParams.get("limit")),
    shown: withoutPassword(text),
  };
}

/** Reads the place of large data. */
function blobPlace(text: string): BlobPlace {
  if (text === "redis") return { kind: "redis" };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "file:" && url.host === "" && url.pathname.length > 1) {
    return { kind: "folder", path: decodeURIComponent(url.pathname) };
  }
  if (url?.protocol === "http:" && url.pathname === "/" && url.username === "") {
    return { kind: "http", host: url.hostname, port: url.port === "" ? 80 : Number(url.port) };
  }
  throw refusal(`"${text}" is no place for large data. There are redis, file:///folder and http://host:port.`);
}

function limitOf(text: string | null): number {
  if (text === null) return 512 * megabyte;
  const limit = Number(text);
  if (!(limit > 0 && limit < Infinity)) throw refusal(`The limit is a number of megabytes; got "${text}".`);
  return limit * megabyte;
}

function withoutPassword(text: string): string {
  return text.replace(/(:\/\/[^/@]*?):[^/]*@/, "$1:…@");
}

function refusal(problem: string): InputError {
  return new InputError(
    "invalid-cluster",
    problem,
    {},
    "Write redis://host:port, rediss://user:password@host:port/database, or add ?prefix=name&blobs=file:///folder.",
  );
}
