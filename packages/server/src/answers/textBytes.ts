/** The bytes of a text that comes in pieces. */
export interface TextBytes {
  add(piece: string): void;
  /** All bytes so far, in memory of their own, which may be sent to another thread. */
  bytes(): Uint8Array;
}

/** Bytes of UTF-8 that a character of a string takes at most. */
const mostBytes = 3;

export function textBytes(): TextBytes {
  let room = Buffer.allocUnsafeSlow(64 * 1024);
  let length = 0;
  return {
    add(piece) {
      const needed = length + mostBytes * piece.length;
      if (needed > room.length) {
        const larger = Buffer.allocUnsafeSlow(2 * needed);
        room.copy(larger, 0, 0, length);
        room = larger;
      }
      length += room.write(piece, length);
    },
    bytes: () => room.subarray(0, length),
  };
}
