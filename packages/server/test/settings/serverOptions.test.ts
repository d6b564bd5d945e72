import { expect, test } from "vitest";
import { serverSettings } from "../../src/settings/serverOptions.ts";
import { thrownProblem } from "../thrownProblem.ts";

const models = [{ name: "iris", path: "iris.json" }];

test("every option has a default", () => {
  const settings = serverSettings({ models });
  expect(settings).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    batchWait: 2,
    queue: 1024,
    logLevel: "info",
    folder: undefined,
  });
  expect(settings.workers).toBeGreaterThanOrEqual(1);
  expect(serverSettings({ folder: "models", workers: undefined }).models).toEqual([]);
});

test.each([
  [{}, "no-models"],
  [{ models: [...models, ...models] }, "invalid-option"],
  [{ models, port: 70_000 }, "invalid-option"],
  [{ models, port: 1.5 }, "invalid-option"],
  [{ models, workers: -1 }, "invalid-option"],
  [{ models, timeLimit: 0 }, "invalid-option"],
  [{ models, batchWait: Number.NaN }, "invalid-option"],
  [{ models, queue: "many" as unknown as number }, "invalid-option"],
  [{ models, logLevel: "loud" as "info" }, "invalid-option"],
])("%j is refused", (options, code) => {
  expect(thrownProblem(() => serverSettings(options)).code).toBe(code);
});
