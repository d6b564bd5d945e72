import { CommanderError } from "@commander-js/extra-typings";
import { EnvironmentError, InputError, NumericalError, type Place } from "kernelbayes";
import { optionOnLine } from "./optionOnLine.ts";

/** An error as plain data. The code is stable, the message may be reworded. */
export interface ErrorJson {
  readonly code: string;
  /** The whole message, with options as they are named on a command line. */
  readonly message: string;
  /** Row, column, line, character and source, as far as they are known; rows and lines count from 1. */
  readonly place?: Place;
}

/** An error that a command ends with, as data for programs. Whatever has no code of its own was stopped by somebody. */
export function errorJson(error: Error): ErrorJson {
  if (error instanceof InputError) {
    const { code, place } = error;
    return { code, message: error.messageWith(optionOnLine), ...(Object.keys(place).length > 0 && { place }) };
  }
  if (error instanceof NumericalError || error instanceof EnvironmentError) {
    return { code: error.code, message: error.message };
  }
  if (error instanceof CommanderError) {
    return { code: kebab(error.code.replace(/^commander\./, "")), message: error.message.replace(/^error: /, "") };
  }
  return { code: "interrupted", message: error.message };
}

/** "unknownOption" as codes are written here: "unknown-option". */
function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
