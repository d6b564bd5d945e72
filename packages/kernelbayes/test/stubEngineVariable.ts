import { vi } from "vitest";

/** Sets the environment variable that names an engine; a page, which has none, is lent an environment. */
export function stubEngineVariable(name: string | undefined): void {
  if (typeof window === "undefined") vi.stubEnv("KERNELBAYES_ENGINE", name);
  else vi.stubGlobal("process", { env: { KERNELBAYES_ENGINE: name } });
}
