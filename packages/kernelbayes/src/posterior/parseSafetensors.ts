import { InputError } from "../errors.ts";
import { list, oneOf, ownValue, plainObject, record, refuse, wholeNumber } from "../codec.ts";
import { quote } from "../table/quote.ts";
import { bytesOf, longestHeader, metadataName, prefixLength, type Tensor } from "./safetensors.ts";

/** A safetensors file whose header was read; the tensors are read when they are asked for. */
export interface SafetensorsFile {
  readonly metadata: Readonly<Record<string, unknown>>;
  tensors(): (Tensor & { readonly numbers: Float64Array })[];
}

/**
 * Reads a safetensors file, which may come from anywhere, by the rules of the format: the header fits into the file, offsets follow each
 * other from 0 to the end of the file without gap or overlap, and each tensor has the bytes that its type and shape ask
 * for. What does not fit is an `InputError`; no memory is taken because a header only claims a size.
 */
export function parseSafetensors(bytes: Uint8Array): SafetensorsFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = prefixLength + headerLength(view);
  const header = plainObject.read(parseHeader(bytes.subarray(prefixLength, start)), "header");
  const metadata = ownValue(header, metadataName);
  return {
    metadata: metadata === undefined ? {} : plainObject.read(metadata, `header.${metadataName}`),
    tensors() {
      const entries = Object.keys(header)
        .filter((name) => name !== metadataName)
        .map((name) => ({ name, ...readEntry(ownValue(header, name), `tensor ${quote(name)}`) }))
        .toSorted((a, b) => a.from - b.from || a.to - b.to);
      let end = 0;
      for (const { name, from, to } of entries) {
        if (from !== end) throw damaged(`tensor ${quote(name)} begins at ${from} instead of ${end}`);
        end = to;
      }
      if (start + end !== bytes.length) {
        throw damaged(`its tensors take ${end} bytes, but ${bytes.length - start} follow the header`);
      }
      return entries.map(({ name, dtype, shape, from, to }) => {
        const numbers = new Float64Array((to - from) / bytesOf[dtype]);
        for (let i = 0, at = start + from; i < numbers.length; i++, at += bytesOf[dtype]) {
          numbers[i] = dtype === "F64" ? view.getFloat64(at, true) : view.getInt32(at, true);
        }
        return { name, dtype, shape, numbers };
      });
    },
  };
}

function headerLength(view: DataView): number {
  if (view.byteLength < prefixLength) {
    throw damaged(`it has ${view.byteLength} bytes, and ${prefixLength} stand before the header alone`);
  }
  const length = view.getUint32(0, true) + view.getUint32(4, true) * 2 ** 32;
  if (length > longestHeader) throw damaged(`it claims a header of ${length} bytes; the most is ${longestHeader}`);
  if (prefixLength + length > view.byteLength) {
    throw damaged(`it claims a header of ${length} bytes and has ${view.byteLength} bytes in all; was it cut short?`);
  }
  return length;
}

/** The format asks that a header begins with its brace; blanks may follow it. */
function parseHeader(bytes: Uint8Array): unknown {
  if (bytes[0] !== openingBrace) throw damaged("its header does not begin with {");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw damaged(`its header is not valid JSON in UTF-8: ${(error as Error).message}`);
  }
}

const openingBrace = 0x7b;

const entryCodec = record({
  dtype: oneOf("F64", "I32"),
  shape: list(wholeNumber(0)),
  data_offsets: list(wholeNumber(0)),
});

function readEntry(value: unknown, path: string): Pick<Tensor, "dtype" | "shape"> & { from: number; to: number } {
  const { dtype, shape, data_offsets: offsets } = entryCodec.read(value, path);
  if (shape.length < 1 || shape.length > 2) refuse(`${path}.shape`, "of one or two dimensions", shape);
  if (offsets.length !== 2) refuse(`${path}.data_offsets`, "a list of 2", offsets);
  const [from, to] = offsets;
  const size = shape.reduce((product, side) => product * side, 1) * bytesOf[dtype];
  if (to - from !== size) {
    throw damaged(`${path}, ${dtype} of the shape [${shape.join(", ")}], needs ${size} bytes and has ${to - from}`);
  }
  return { dtype, shape, from, to };
}

function damaged(problem: string): InputError {
  return new InputError("invalid-document", `This is no complete safetensors file: ${problem}.`);
}
