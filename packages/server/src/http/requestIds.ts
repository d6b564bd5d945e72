import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Ids of clients and proxies are taken over where they are harmless in a header and in a log. */
const harmless = /^[A-Za-z0-9._:-]{1,100}$/;

/** Names each request: as its header X-Request-Id says, else by a number behind what is random for each start of the server. */
export function requestIds(): (request: IncomingMessage) => string {
  const start = randomBytes(6).toString("hex");
  let number = 0;
  return ({ headers }) => {
    const given = headers["x-request-id"];
    return typeof given === "string" && harmless.test(given) ? given : `${start}-${(++number).toString(36)}`;
  };
}
