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

/** Something the reader of a result should know and can act upon. Warnings are data in a result, once each. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}
