/** Lets the work finish when a reader such as `head` has gone away: what is printed after that is lost without an error. */
export function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
    });
  }
}

/** Prints a line of the result on the standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints a remark, which is no part of the result, on the standard error. */
export function remark(text: string): void {
  process.stderr.write(`${text}\n`);
}
