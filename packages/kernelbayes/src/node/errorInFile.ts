import { EnvironmentError, InputError, type EnvironmentErrorCode } from "../errors.ts";

/** The error of a file that the system will not read, in words. */
export function unreadableFile(name: string, error: unknown): InputError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const [problem, remedy] = readingProblems[code] ?? [`the file cannot be read (${String(error)}).`];
  return new InputError("unreadable-file", problem, { source: name }, remedy);
}

const readingProblems: Readonly<Record<string, readonly [problem: string, remedy?: string]>> = {
  ENOENT: ["there is no such file."],
  ENOTDIR: ["there is no such file; part of the path is not a directory."],
  EISDIR: ["this is a directory.", "Give the name of a file."],
  EACCES: ["permission to read the file is denied."],
  EPERM: ["permission to read the file is denied."],
  EIO: ["the device reports an input/output error.", "Check the disk."],
  EMFILE: ["too many files are open.", "Close some, or raise the limit (ulimit -n)."],
  ENFILE: ["too many files are open on this system.", "Close some programs."],
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

/** The error with the name of the file before its message, if it is one that the user can mend; one of the system in words. */
export function errorInFile(name: string, error: unknown): unknown {
  if (error instanceof InputError) return error.at({ source: name });
  const isOfSystem = error instanceof Error && "code" in error && /^E[A-Z0-9]+$/.test(String(error.code));
  return isOfSystem ? unreadableFile(name, error) : error;
}

/** Whether the bytes begin as those of a gzip file do. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * The error for a file that cannot be written, with the reason in words and the next step: an `EnvironmentError` if the machine has no room for any such
 * file, else an `InputError` with code `unwritable-file`.
 */
export function unwritableFile(name: string, error: unknown): InputError | EnvironmentError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const [reason, remedy] = writingProblems[code] ?? [String(error)];
  const problem = `${name} cannot be written: ${reason}.`;
  const lack = lacks[code];
  return lack === undefined
    ? new InputError("unwritable-file", problem, {}, remedy)
    : new EnvironmentError(lack, problem, remedy);
}

/** What the machine lacks, by the code of the system. */
const lacks: Readonly<Record<string, EnvironmentErrorCode | undefined>> = {
  ENOSPC: "disk-full",
  EDQUOT: "disk-full",
  EFBIG: "file-size-limit",
  EIO: "disk-error",
  EMFILE: "too-many-open-files",
  ENFILE: "too-many-open-files",
};

const writingProblems: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  EACCES: ["permission is denied", "Choose another place."],
  EPERM: ["permission is denied", "Choose another place."],
  EROFS: ["the file system is read-only", "Choose another place."],
  ENOSPC: ["there is no space left on the device", "Make room, or choose another place."],
  EDQUOT: ["the disk quota is used up", "Make room, or choose another place."],
  EFBIG: ["the file would be larger than is allowed here", "Choose another place."],
  EIO: ["the device reports an input/output error", "Check the disk, or choose another place."],
  ENOENT: ["there is no such folder, or none can be made there", "Make it first, or choose another place."],
  ENOTDIR: ["part of the path is a file", "Choose another place."],
  EEXIST: ["there is a file of this name", "Choose another folder."],
  EISDIR: ["this is a folder", "Give the name of a file."],
  ENAMETOOLONG: ["the name is too long", "Choose a shorter one."],
  ELOOP: ["its symbolic links lead in a circle", "Fix the links, or choose another name."],
  EBUSY: ["the file is in use or a mount point, and cannot be replaced", "Choose another name."],
  ENXIO: ["nothing can be written to a socket or a device without a driver", "Choose another name."],
  EPIPE: [
    "its reader stopped before everything was written",
    "Run the command again with a reader that takes all of it.",
  ],
  EMFILE: ["too many files are open", "Close some, or raise the limit (ulimit -n)."],
  ENFILE: ["too many files are open on this system", "Close some programs."],
  ERR_INVALID_ARG_VALUE: ["this cannot be the name of a file", "Choose another name."],
};
