/** Errors, and the parts of their messages. */
export {
  EnvironmentError,
  InputError,
  NumericalError,
  type EnvironmentErrorCode,
  type Place,
  type Warning,
} from "../errors.ts";
export { errorInTable } from "../fit/errorInTable.ts";
export { optionInProgram, thatRow, wording, type NamedOption, type Wording, type WordingPart } from "../wording.ts";
