import { isUtf8 } from "node:buffer";
import { bufferOf } from "../bufferOf.ts";
import { refusal } from "../problem/problem.ts";

/** The JSON value of a body. */
export function jsonOf(body: Uint8Array): unknown {
  if (body.length === 0)
    throw refusal(400, "no-body", "The request has no body.", { remedy: "Send the rows as JSON or CSV." });
  if (!isUtf8(body)) throw refusal(400, "not-utf8", "The body is not valid UTF-8.");
  try {
    return JSON.parse(bufferOf(body).toString()) as unknown;
  } catch (error) {
    // V8 quotes the text around the place, which may be a row of somebody.
    const place = /position \d+( \(line \d+ column \d+\))?/.exec((error as Error).message)?.[0];
    throw refusal(400, "invalid-json", `The body is not valid JSON${place === undefined ? "" : ` at ${place}`}.`);
  }
}
