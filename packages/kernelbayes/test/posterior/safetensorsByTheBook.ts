/** What a reader of the safetensors format gets, with the numbers as they lie in the file. */
export interface Reading {
  readonly metadata: Record<string, string>;
  readonly tensors: Record<string, { dtype: string; shape: number[]; numbers: number[] }>;
}

/**
 * A deliberately naive reader by the description of the format, which throws where the strictest known readers do: header
 * over 100 MB or not beginning with a brace, unknown type, metadata that are no texts, a gap or an overlap, bytes left over.
 */
export function readByTheBook(bytes: Uint8Array): Reading {
  const must = (holds: boolean, rule: string): void => {
    if (!holds) throw new Error(rule);
  };
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  must(length <= 100_000_000 && 8 + length <= bytes.length, "the header is within the file");
  must(length % 8 === 0, "the header is filled up, so that the numbers are aligned");
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.slice(8, 8 + length));
  must(/^\{[^]*\} *$/.test(text), "the header is an object, followed by blanks alone");
  const { __metadata__: metadata = {}, ...entries } = JSON.parse(text) as Record<string, Record<string, unknown>>;
  for (const value of Object.values(metadata)) must(typeof value === "string", "metadata are texts");

  const body = new DataView(bytes.slice(8 + length).buffer);
  const tensors: Reading["tensors"] = {};
  let end = 0;
  const inOrder = Object.entries(entries).toSorted(
    ([, a], [, b]) => (a.data_offsets as number[])[0] - (b.data_offsets as number[])[0],
  );
  for (const [name, entry] of inOrder) {
    must(Object.keys(entry).toSorted().join() === "data_offsets,dtype,shape", "an entry has three fields");
    const { dtype, shape, data_offsets: offsets } = entry as { dtype: string; shape: number[]; data_offsets: number[] };
    const size = { F64: 8, I32: 4 }[dtype] ?? Number.NaN;
    must(offsets.length === 2 && offsets[0] === end, "tensors follow each other without gap or overlap");
    end = offsets[1];
    must(end - offsets[0] === shape.reduce((product, side) => product * side, size), "shape and bytes agree");
    must(offsets[0] % size === 0, "numbers are aligned");
    const numbers: number[] = [];
    for (let at = offsets[0]; at < end; at += size) {
      numbers.push(size === 8 ? body.getFloat64(at, true) : body.getInt32(at, true));
    }
    tensors[name] = { dtype, shape, numbers };
  }
  must(end === body.byteLength, "nothing follows the last tensor");
  return { metadata: metadata as Record<string, string>, tensors };
}
