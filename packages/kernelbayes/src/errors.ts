/** The place of a problem, in the words of the user: rows and lines count from 1, columns are named. */
export interface Place {
  readonly row?: number;
  readonly column?: string;
  readonly line?: number;
  readonly character?: number;
}

/** A problem that the user can mend: bad data, bad options, a bad file. `code` is stable; the message may be reworded. */
export class InputError extends Error {
  readonly code: string;
  readonly place: Place;

  constructor(code: string, message: string, place: Place = {}) {
    super(message);
    this.name = "InputError";
    this.code = code;
    this.place = place;
  }
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
