import { InputError } from "../errors.ts";

/** The error of a file that the system will not read, in words. */
export function unreadableFile(name: string, error: unknown): InputError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const [problem, remedy] = reasons[code] ?? [`the file cannot be read (${String(error)}).`];
  return new InputError("unreadable-file", problem, { source: name }, remedy);
}

const reasons: Readonly<Record<string, readonly [problem: string, remedy?: string]>> = {
  ENOENT: ["there is no such file."],
  ENOTDIR: ["there is no such file; part of the path is not a directory."],
  EISDIR: ["this is a directory.", "Give the name of a file."],
  EACCES: ["permission to read the file is denied."],
  EPERM: ["permission to read the file is denied."],
  ENAMETOOLONG: ["the name is too long for a file."],
  ERR_INVALID_ARG_VALUE: ["this cannot be the name of a file."],
  ERR_INVALID_URL_SCHEME: ["only file: addresses can be read."],
  ERR_FS_FILE_TOO_LARGE: ["the file is too large to be read at once.", "Read it in chunks, with readTableChunks."],
};

/** The error of a compressed file that cannot be decompressed. */
export function damagedGzip(name: string, error: unknown): InputError {
  return new InputError(
    "damaged-file",
    `the compressed file is damaged or cut short (${error instanceof Error ? error.message : String(error)}).`,
    { source: name },
  );
}

/** The error with the name of the file before its message, if it is one that the user can mend. */
export function errorInFile(name: string, error: unknown): unknown {
  return error instanceof InputError ? error.at({ source: name }) : error;
}

/** Whether the bytes begin as those of a gzip file do. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
