import type { z } from "zod";
import { refusal } from "../problem/problem.ts";

/** The value as a schema has it; what does not fit is refused by the path of the first misfit. */
export function refuseInvalid<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [{ path, message }] = result.error.issues;
  throw refusal(400, "invalid-request", `${what}${path.length === 0 ? "" : `, ${placeOf(path)}`}: ${message}.`, {
    remedy: "The page /docs has what can be sent.",
  });
}

/** A place in a value, as a program writes it: `inputs[0].shape`. */
function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, at) => (typeof part === "number" ? `[${part}]` : `${at === 0 ? "" : "."}${String(part)}`))
    .join("");
}
