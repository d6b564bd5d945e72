import type { Engine } from "./engine.ts";

/** The name by which another thread or machine can select the same kind of engine: the first word of its full name. */
export function selectionName({ name }: Engine): string {
  return name.split(" ", 1)[0];
}
