import { optionInProgram, textOf, type NamedOption, type Wording } from "./wording.ts";

/** The place of a problem, in the words of the user: rows and lines count from 1, columns are named. */
export interface Place {
  readonly row?: number;
  readonly column?: string;
  readonly line?: number;
  readonly character?: number;
  /** The file, or whatever else the data came from, by its name; it stands before the message. */
  readonly source?: string;
  /** The part of the work, such as a fold of a cross-validation; it stands before the message, behind the source. */
  readonly part?: string;
}

/**
 * A problem that the user can mend: bad data, bad options, a bad file. `code` is stable. The message is made of `place`, `problem`
 * and `remedy`, and may be reworded; programs read these, never the message.
 */
export class InputError extends Error {
  readonly code: string;
  /** Where it is. */
  readonly place: Place;
  /** What is wrong there, and what was expected. */
  readonly problem: Wording;
  /** What the user can do next, in sentences of its own; absent where the problem leaves no choice. */
  readonly remedy: Wording | undefined;

  constructor(code: string, problem: Wording, place: Place = {}, remedy?: Wording) {
    super(messageOf(problem, place, remedy, optionInProgram));
    this.name = "InputError";
    this.code = code;
    this.place = place;
    this.problem = problem;
    this.remedy = remedy;
  }

  /** The same problem at a place that is better known: another row, the name of a file. */
  at(place: Place): InputError {
    return new InputError(this.code, this.problem, { ...this.place, ...place }, this.remedy);
  }

  /** The same problem with another remedy. */
  withRemedy(remedy: Wording): InputError {
    return new InputError(this.code, this.problem, this.place, remedy);
  }

  /** The message with options named by a function, for programs whose users give options in another way. */
  messageWith(nameOption: (option: NamedOption) => string): string {
    return messageOf(this.problem, this.place, this.remedy, nameOption);
  }
}

function messageOf(
  problem: Wording,
  place: Place,
  remedy: Wording | undefined,
  nameOption: (option: NamedOption) => string,
): string {
  const before = [place.source, place.part].map((name) => (name === undefined ? "" : `${name}: `)).join("");
  const next = remedy === undefined ? "" : ` ${textOf(remedy, place, nameOption)}`;
  return `${before}${textOf(problem, place, nameOption)}${next}`;
}

/** A computation that could not go on although its input was acceptable. */
export class NumericalError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "NumericalError";
    this.code = code;
  }
}

/** What a computation gives, or undefined where it throws an error of this kind. */
export function unlessThrown<Result>(
  kind: typeof InputError | typeof NumericalError,
  compute: () => Result,
): Result | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof kind) return undefined;
    throw error;
  }
}

/**
 * Something that this machine lacks and another may have: a package, a system library, memory, room on the disk. Neither the data nor the options are
 * wrong, so the same work can be tried again, here later or elsewhere now. `code` is stable; the message is made of `problem` and `remedy`.
 */
export class EnvironmentError extends Error {
  readonly code: EnvironmentErrorCode;
  /** What is missing. */
  readonly problem: string;
  /** How to get it, or to do without; absent where there is no such way. */
  readonly remedy: string | undefined;

  constructor(code: EnvironmentErrorCode, problem: string, remedy?: string) {
    super(remedy === undefined ? problem : `${problem} ${remedy}`);
    this.name = "EnvironmentError";
    this.code = code;
    this.problem = problem;
    this.remedy = remedy;
  }
}

/** What a machine can lack. */
export type EnvironmentErrorCode =
  /** The package koffi is not installed, or does not load. */
  | "koffi-missing"
  /** No OpenBLAS was found, or the one that was asked for does not load. */
  | "blas-missing"
  /** A library of BLAS was found that lacks a routine or computes wrongly. */
  | "blas-unusable"
  /** The runtime cannot run this build of an engine, or has another library than the one asked for. */
  | "engine-not-supported"
  /** No engine works here. */
  | "no-engine"
  /** The package @kernelbayes/server is not installed, which serves models. */
  | "server-missing"
  /** The package linkedom is not installed, which charts outside a page need. */
  | "linkedom-missing"
  /** The package @kernelbayes/studio is not installed, or not built. */
  | "studio-missing"
  /** Workers cannot be started here, or no worker of a cluster is there. */
  | "no-workers"
  /** The package @kernelbayes/cluster is not installed. */
  | "cluster-missing"
  /** The Redis of a cluster, or the place of its large data, cannot be reached. */
  | "cluster-unreachable"
  /** There is no room for large data in the Redis of a cluster. */
  | "cluster-full"
  /** Machines of a cluster lack an engine that others have, or it computes other bits there. */
  | "builds-differ"
  /** The machine does not give as much memory as the work asks for. */
  | "no-memory"
  /** The disk, or the share of it that one may use, is full. */
  | "disk-full"
  /** The disk reports an error. */
  | "disk-error"
  /** More files are open than the system allows. */
  | "too-many-open-files"
  /** A file would be larger than the system allows. */
  | "file-size-limit";

/** Something the reader of a result should know and can act upon. Warnings are data in a result, once each. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}

/** The first warning of each code. */
export function uniqueWarnings(warnings: readonly Warning[]): Warning[] {
  const codes = new Set<string>();
  return warnings.filter(({ code }) => !codes.has(code) && codes.add(code));
}
