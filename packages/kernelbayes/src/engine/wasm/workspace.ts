import { EnvironmentError, NumericalError } from "../../errors.ts";
import type { Address } from "./exports.ts";

const pageBytes = 65_536;
/** What 32-bit addresses reach. */
const limitBytes = 65_536 * pageBytes;
const alignment = 64;

/**
 * The memory of the module beyond its own, used as a stack of frames: what a call takes it gives back when it returns.
 */
export interface Workspace {
  /**
   * Takes room for arrays of so many doubles each, runs the work with their addresses, and gives the room back, also
   * when the work throws. Frames nest. The room is not cleared.
   */
  frame<Result>(lengths: readonly number[], work: (...addresses: Address[]) => Result): Result;
  /** Takes room for so many doubles for good. */
  keep(length: number): Address;
  /** Copies an array to an address. */
  write(address: Address, data: Float64Array): void;
  /** A copy of the numbers at an address. */
  read(address: Address, length: number): Float64Array;
  /** Copies the numbers at an address to an array. */
  readInto(address: Address, target: Float64Array): Float64Array;
}

/** A workspace from `base` to the end of the memory, which grows as needed, up to what 32-bit addresses reach. */
export function workspace(memory: WebAssembly.Memory, base: Address): Workspace {
  let top = aligned(base);

  // Growing detaches every earlier view, so that none is kept.
  const view = (address: Address, length: number): Float64Array => new Float64Array(memory.buffer, address, length);

  const reserve = (bytes: number): void => {
    if (top + bytes > limitBytes) {
      const problem = outOfMemory(bytes, top, "the limit of 32-bit WebAssembly");
      throw new NumericalError("memory-limit", `${problem} ${remedy}`);
    }
    const missing = Math.ceil((top + bytes - memory.buffer.byteLength) / pageBytes);
    if (missing <= 0) return;
    try {
      memory.grow(missing);
    } catch {
      throw new EnvironmentError("no-memory", outOfMemory(bytes, top, "and this machine does not give more"), remedy);
    }
  };

  return {
    frame(lengths, work) {
      const start = top;
      const sizes = lengths.map((length) => aligned(8 * length));
      reserve(sizes.reduce((sum, size) => sum + size, 0));
      const addresses = sizes.map((size) => {
        const address = top;
        top += size;
        return address;
      });
      try {
        return work(...addresses);
      } finally {
        top = start;
      }
    },
    keep(length) {
      const size = aligned(8 * length);
      reserve(size);
      top += size;
      return top - size;
    },
    write(address, data) {
      view(address, data.length).set(data);
    },
    readInto(address, target) {
      target.set(view(address, target.length));
      return target;
    },
    read(address, length) {
      return view(address, length).slice();
    },
  };
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}

const remedy = "Use fewer rows, a sparse model, or the native engine.";

function outOfMemory(asked: number, used: number, limit: string): string {
  return (
    `This operation asks for ${mebibytes(asked)} of WebAssembly memory; ${mebibytes(limitBytes - used)} of ` +
    `${mebibytes(limitBytes)} are free (${limit}).`
  );
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}
