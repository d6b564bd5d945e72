import type { ShownOption } from "../data/fitRecord.ts";

/** What is written in the field of an option, as the model takes it; whether it is right is checked by the model itself. */
export function valueOf({ type, choices }: ShownOption, written: string): unknown {
  const text = written.trim();
  const chosen = choices.find((choice) => String(choice) === text);
  if (chosen !== undefined) return chosen;
  if (type === "number" || type === "whole number") return Number(text);
  if (type === "numbers") return text.split(/[\s,;]+/).map(Number);
  if (type === "object" || type === "matrix" || text.startsWith("{")) return parsed(text);
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
