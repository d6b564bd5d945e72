import type { Socket } from "node:net";
import { STATUS_CODES } from "node:http";
import { problem, type Problem } from "../problem/problem.ts";

/** Answers what could not be read as a request at all, and closes its connection. */
export function answerDamaged(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const answer = problemOfDamage(error.code);
  const body = JSON.stringify(answer);
  socket.end(
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function problemOfDamage(code: string | undefined): Problem {
  if (code === "HPE_HEADER_OVERFLOW")
    return problem(431, "headers-too-large", "The headers are larger than this server accepts.");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return problem(408, "request-timeout", "The request did not arrive in time.");
  return problem(400, "bad-request", "This is no request that the server can read.");
}
