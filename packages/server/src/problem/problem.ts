import { STATUS_CODES } from "node:http";
import { EnvironmentError, InputError, NumericalError, type Place } from "kernelbayes";
import { type Wording } from "kernelbayes/errors";

/** What is wrong with a request, as RFC 9457 has it (`application/problem+json`), with the code, the place and the remedy of our errors. */
export interface Problem extends Pick<Place, "row" | "column" | "line" | "character"> {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** What is wrong, and what was expected. */
  readonly detail: string;
  /** Stable, for programs. */
  readonly code: string;
  /** What to do next. */
  readonly remedy?: string;
  /** The detail again, under the name that the Open Inference Protocol has for it. */
  readonly error: string;
}

interface ProblemParts extends Pick<Place, "row" | "column" | "line" | "character"> {
  readonly remedy?: string | undefined;
}

export function problem(
  status: number,
  code: string,
  detail: string,
  { remedy, ...place }: ProblemParts = {},
): Problem {
  return {
    type: `urn:kernelbayes:problem:${code}`,
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail,
    code,
    ...place,
    ...(remedy !== undefined && { remedy }),
    error: detail,
  };
}

/** What any error is to a client. A fault of ours says nothing of its reason, which the log has. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  if (error instanceof InputError) return problemOfInput(error);
  if (error instanceof NumericalError) return problem(500, error.code, error.message);
  if (error instanceof EnvironmentError) {
    return problem(503, error.code, error.problem, { remedy: error.remedy });
  }
  const { statusCode, code, message } = (error ?? {}) as { statusCode?: unknown; code?: unknown; message?: unknown };
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500)
    return problemOfFastify(statusCode, String(code), String(message));
  return problem(500, "internal", "The server failed at this request.", {
    remedy: "Its log has the reason, under the id in the header X-Request-Id.",
  });
}

function problemOfInput({ code, problem: words, place, remedy }: InputError): Problem {
  // The names of files and of parts of the work are no business of a client.
  const { source: _, part: __, ...inRequest } = place;
  const textOf = (wording: Wording): string => new InputError(code, wording, inRequest).message;
  if (code === "too-large") {
    return problem(413, code, textOf(words), { ...inRequest, remedy: "Send fewer rows or columns at a time." });
  }
  return problem(400, code, textOf(words), { ...inRequest, remedy: remedy && textOf(remedy) });
}

/** The refusals of Fastify under codes like ours: FST_ERR_CTP_BODY_TOO_LARGE is "body-too-large". */
function problemOfFastify(status: number, code: string, message: string): Problem {
  const known = fastifyCodes[code];
  if (known !== undefined) return problem(status, ...known);
  return problem(status, code === "FST_ERR_VALIDATION" ? "invalid-request" : "bad-request", message);
}

const fastifyCodes: Readonly<Record<string, readonly [code: string, detail: string, parts?: ProblemParts]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    "body-too-large",
    "The body is larger than this server accepts.",
    { remedy: "Send fewer rows at a time." },
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    "media-type",
    "The body has a type that this server does not read.",
    { remedy: "Send JSON with Content-Type: application/json, or CSV with Content-Type: text/csv." },
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    "content-length",
    "The body has another length than its header Content-Length says.",
  ],
  FST_ERR_MAX_PARAM_LENGTH: ["address-too-long", "A name in the address is longer than that of any model."],
  FST_ERR_BAD_URL: ["bad-url", "The address cannot be read."],
};

/** A request that is not answered with what it asks for, and why. */
export class Refusal extends Error {
  readonly problem: Problem;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;

  constructor(refused: Problem, retryAfter?: number) {
    super(refused.detail);
    this.name = "Refusal";
    this.problem = refused;
    this.retryAfter = retryAfter;
  }
}

/** A refusal in one call. */
export function refusal(status: number, code: string, detail: string, parts?: ProblemParts): Refusal {
  return new Refusal(problem(status, code, detail, parts));
}

/** A refusal of a server that has too much to do, or lost what it was working with: the same request may succeed soon. */
export function tryAgain(code: string, detail: string, seconds = 1): Refusal {
  return new Refusal(problem(503, code, detail, { remedy: `Send the request again after ${seconds} s.` }), seconds);
}
