import type { LogLevel, LogStream } from "../settings/serverOptions.ts";

/** Writes one line. Fields never hold cells of a row. */
export type LogEvent = (
  level: Exclude<LogLevel, "silent">,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

const ranks: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** The log of a server: one JSON object per line, with its level and the time first, and what happened last. */
export function logTo(stream: LogStream, least: LogLevel): LogEvent {
  return (level, message, { error, ...fields } = {}) => {
    if (ranks[level] < ranks[least]) return;
    const line = {
      level,
      time: new Date().toISOString(),
      ...fields,
      ...(error !== undefined && { error: described(error) }),
      msg: message,
    };
    stream.write(`${JSON.stringify(line)}\n`);
  };
}

/** An error with its trace, unless it is a refusal, which has its reason in words. */
function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error || error.name === "Refusal" ? error.message : (error.stack ?? error.message);
}
