import type { FastifyBaseLogger } from "fastify";
import type { LogLevel, LogStream } from "../settings/serverOptions.ts";

/** Writes one line. Fields never hold cells of a row. */
export type LogEvent = (
  level: Exclude<LogLevel, "silent">,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

interface LoggerSettings {
  readonly level: LogLevel;
  readonly stream: LogStream;
  readonly base: null;
  readonly timestamp: () => string;
  readonly formatters: { readonly level: (label: string) => { readonly level: string } };
}

/** How Fastify logs: one JSON object for each line, with the time and the level in words. */
export function loggerOptions(stream: LogStream, level: LogLevel): LoggerSettings {
  return {
    level,
    stream,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
}

/** The log of a server for its parts. */
export function logOf(logger: FastifyBaseLogger): LogEvent {
  return (level, message, { error, ...fields } = {}) =>
    logger[level]({ ...fields, ...(error !== undefined && { error: described(error) }) }, message);
}

/** An error with its trace, unless it is a refusal, which has its reason in words. */
function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error || error.name === "Refusal" ? error.message : (error.stack ?? error.message);
}
