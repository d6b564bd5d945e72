import { random } from "kernelbayes/numeric";
import { goodRows, goodTensors, strangeCsv, strangeOptions, strangeRows, strangeTensors } from "./fuzzBodies.ts";
import { damaged, drawOf, noise, text, utf8, type Draw } from "./fuzzDraw.ts";

/** What is written to a connection, and what may come of it. */
export interface FuzzCase {
  /** Gives the same bytes again, with the seed. */
  readonly number: number;
  readonly kind: string;
  readonly bytes: Uint8Array;
  /** Whether the bytes end before the request does, so that the server may wait for the rest and close. */
  readonly isIncomplete: boolean;
}

const json = "application/json";

/** The case of a number: a request to one of the models, damaged in its body, its headers, its address, or altogether. */
export function fuzzCase(seed: number, number: number, models: readonly string[]): FuzzCase {
  const draw = drawOf(random.stream(seed, 4, number));
  const kind = draw.pick(Object.keys(kinds));
  const { bytes, isIncomplete = false } = kinds[kind](draw, draw.pick(models));
  return { number, kind, bytes, isIncomplete };
}

interface Made {
  readonly bytes: Uint8Array;
  readonly isIncomplete?: boolean;
}

const kinds: Readonly<Record<string, (draw: Draw, model: string) => Made>> = {
  "damaged bytes of rows": (draw, model) => post(`/models/${model}/predict`, damaged(draw, text(goodRows(draw)))),
  "strange values in rows": (draw, model) =>
    post(
      `/models/${model}/predict`,
      text({ ...strangeOptions(draw), rows: draw.below(2) === 0 ? goodRows(draw).rows : strangeRows(draw) }),
    ),
  "damaged bytes of tensors": (draw, model) =>
    post(`/v2/models/${model}/infer`, damaged(draw, text(goodTensors(draw)))),
  "strange values in tensors": (draw, model) => post(`/v2/models/${model}/infer`, text(strangeTensors(draw))),
  "strange CSV": (draw, model) => post(`/models/${model}/predict`, strangeCsv(draw), "text/csv"),
  "strange queries": (draw, model) => post(`/models/${model}/predict?${strangeQuery(draw)}`, text(goodRows(draw).rows)),
  "strange addresses": (draw, model) => ({
    bytes: utf8(`${draw.pick(methods)} ${strangePath(draw, model)} HTTP/1.1\r\nHost: a\r\n\r\n`),
  }),
  "strange headers": strangeHeaders,
  "wrong lengths": wrongLengths,
  "no HTTP": (draw) => ({ bytes: noise(draw, 1 + draw.below(400)), isIncomplete: true }),
};

const methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "BREW", "get"];

function strangeQuery(draw: Draw): string {
  const words = [
    "intervals=true",
    "intervals=1",
    "level=0.5",
    "level=",
    "level=1e999",
    "sets=0.9",
    "seed=-1",
    "threshold=yes=0.2",
    "threshold==",
    "costs=%7B%7D",
    "costs=%",
    "a=b",
    "level=0.5&level=0.6",
    "%ff=%ff",
    "explain=false",
  ];
  return Array.from({ length: 1 + draw.below(3) }, () => draw.pick(words)).join("&");
}

function strangePath(draw: Draw, model: string): string {
  const parts = [
    "models",
    "v2",
    model,
    "predict",
    "infer",
    "versions",
    "1",
    "..",
    "%2e%2e",
    "%2F",
    "%00",
    "%",
    "%zz",
    "a".repeat(300),
    "docs",
    "static",
    "openapi.json",
    "metrics",
    "drift",
    "ready",
    "health",
    "",
    ".",
    "\\",
    "*",
    "%c0%ae%c0%ae",
    "__proto__",
    "constructor",
  ];
  const path = Array.from({ length: 1 + draw.below(6) }, () => draw.pick(parts)).join("/");
  return draw.pick([
    `/${path}`,
    `/${path}`,
    `/${path}`,
    `//${path}`,
    `http://a/${path}`,
    `/${path}?${"q".repeat(draw.below(50))}`,
    path,
    `/${path}#a`,
  ]);
}

function strangeHeaders(draw: Draw, model: string): Made {
  const lines = [
    "X-Request-Id: \u0001",
    "X-Request-Id: ok",
    "Content-Encoding: gzip",
    "Content-Type: application/xml",
    "Content-Type: application/json; charset=utf-16",
    "Content-Type: text/csv; header=absent",
    "Content-Type: \u00ff",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked",
    "Expect: 100-continue",
    "Expect: nothing",
    "Upgrade: websocket\r\nConnection: Upgrade",
    "Authorization: Bearer x",
    "Inference-Header-Content-Length: 7",
    "Accept: nothing/of this",
    `X-Long: ${"l".repeat(draw.below(30_000))}`,
    "Host: b",
    ": no name",
    "No colon",
    " folded: line",
    "Range: bytes=0-1",
    "If-None-Match: *",
    "Content-Length: 5",
  ];
  const chosen = Array.from({ length: 1 + draw.below(4) }, () => draw.pick(lines));
  const body = text(goodRows(draw));
  const isChunked = chosen.some((line) => line.startsWith("Transfer"));
  const type = chosen.some((line) => line.startsWith("Content-Type")) ? [] : [`Content-Type: ${json}`];
  const head = [
    `POST /models/${model}/predict HTTP/1.${draw.below(2)}`,
    "Host: a",
    ...type,
    ...chosen,
    ...(isChunked ? [] : [`Content-Length: ${body.length}`]),
    "",
    "",
  ];
  const chunks = isChunked ? [utf8(`${body.length.toString(16)}\r\n`), body, utf8("\r\n0\r\n\r\n")] : [body];
  return {
    bytes: Buffer.concat([utf8(head.join("\r\n")), ...chunks]),
    isIncomplete: chosen.includes("Content-Length: 5"),
  };
}

function wrongLengths(draw: Draw, model: string): Made {
  const body = text(goodRows(draw));
  const length = draw.pick([
    "0",
    String(body.length + 1 + draw.below(100)),
    String(draw.below(body.length)),
    "-1",
    "abc",
    "99999999999999999999",
    "1e3",
    "+5",
    "",
  ]);
  const head = `POST /models/${model}/predict HTTP/1.1\r\nHost: a\r\nContent-Type: ${json}\r\nContent-Length: ${length}\r\n\r\n`;
  return { bytes: Buffer.concat([utf8(head), body]), isIncomplete: true };
}

function post(path: string, body: Uint8Array, type: string = json): Made {
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return { bytes: Buffer.concat([utf8(head), body]) };
}
