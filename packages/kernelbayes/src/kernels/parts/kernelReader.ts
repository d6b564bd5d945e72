import { InputError } from "../../errors.ts";
import type { Kernel, ParameterDescription } from "../kernel.ts";
import type { KernelMember, KernelOptionDescription } from "./kernelMember.ts";
import { show } from "./parameter.ts";

/** A document nested deeper, or of more kernels, is refused. */
const deepest = 16;
const most = 1000;

/**
 * A function that builds kernels from documents by a catalogue. Documents may come from anywhere: kinds and options that the
 * catalogue does not know, wrong types, and documents too deep or too large give an `InputError` with code
 * "invalid-document" that names the place. Nothing is looked up but own properties.
 */
export function kernelReader(catalogue: Readonly<Record<string, KernelMember>>): (document: unknown) => Kernel {
  return (document) => readKernel({ catalogue, count: 0 }, document, "", 1);
}

/** One document being read, and the kernels met in it so far. */
interface Reading {
  readonly catalogue: Readonly<Record<string, KernelMember>>;
  count: number;
}

function readKernel(reading: Reading, document: unknown, path: string, depth: number): Kernel {
  const { catalogue } = reading;
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw invalid(path, `must be an object with a kind; got ${show(document)}`);
  }
  if (depth > deepest) throw invalid(path, `is nested more than ${deepest} kernels deep`);
  if (++reading.count > most) throw invalid(path, `has more than ${most} kernels`);
  const fields = new Map(Object.entries(document));
  const kind: unknown = fields.get("kind");
  if (typeof kind !== "string" || !Object.hasOwn(catalogue, kind)) {
    const what = kind === undefined ? "has no kind" : `has the unknown kind ${show(kind)}`;
    throw invalid(path, `${what}; known are: ${Object.keys(catalogue).join(", ")}`);
  }
  fields.delete("kind");
  const member = catalogue[kind];
  const options: Record<string, unknown> = {};
  for (const parameter of member.parameters) {
    if (fields.has(parameter.name))
      options[parameter.name] = readParameter(parameter, fields.get(parameter.name), path);
    fields.delete(parameter.name);
  }
  for (const option of member.options) {
    if (fields.has(option.name)) {
      options[option.name] = readOption(reading, option, fields.get(option.name), join(path, option.name), depth);
    } else if (option.default === undefined && option.optional !== true) {
      throw invalid(path, `lacks ${option.name}, which a ${kind} kernel needs`);
    }
    fields.delete(option.name);
  }
  for (const name of fields.keys()) throw invalid(path, `has ${show(name)}, which a ${kind} kernel does not know`);
  try {
    return member.create(options);
  } catch (error) {
    throw error instanceof InputError ? new InputError("invalid-document", `${place(path)}: ${error.message}`) : error;
  }
}

function readOption(
  reading: Reading,
  option: KernelOptionDescription,
  value: unknown,
  path: string,
  depth: number,
): unknown {
  switch (option.type) {
    case "choice":
      if (option.choices?.some((choice) => choice === value) !== true) {
        throw invalid(path, `must be one of ${option.choices?.map(show).join(", ")}; got ${show(value)}`);
      }
      return value;
    case "whole number":
      return wholeNumber(value, path);
    case "whole numbers":
      return list(value, path, wholeNumber);
    case "parameter names":
      return list(value, path, (each, place) => {
        if (typeof each !== "string") throw invalid(place, `must be a name; got ${show(each)}`);
        return each;
      });
    case "matrix":
      return list(value, path, (each, place) => list(each, place, finiteNumber));
    case "kernel":
      return readKernel(reading, value, path, depth + 1);
    case "kernels":
      return list(value, path, (each, place) => readKernel(reading, each, place, depth + 1));
  }
}

function readParameter(parameter: ParameterDescription, value: unknown, path: string): unknown {
  const place = join(path, parameter.name);
  return parameter.perColumn === true && Array.isArray(value)
    ? list(value, place, finiteNumber)
    : finiteNumber(value, place);
}

/** A copy of the list, every entry read, holes included. */
function list<Entry>(value: unknown, path: string, read: (entry: unknown, path: string) => Entry): Entry[] {
  if (!Array.isArray(value)) throw invalid(path, `must be a list; got ${show(value)}`);
  return Array.from(value, (entry: unknown, index) => read(entry, `${path}[${index}]`));
}

function finiteNumber(value: unknown, path: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw invalid(path, `must be a finite number; got ${show(value)}`);
  }
  return value;
}

function wholeNumber(value: unknown, path: string): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw invalid(path, `must be a whole number from 0; got ${show(value)}`);
  }
  return value;
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function place(path: string): string {
  return path === "" ? "The kernel document" : `${path} of the kernel document`;
}

function invalid(path: string, problem: string): InputError {
  return new InputError("invalid-document", `${place(path)} ${problem}.`);
}
