import { describe, test } from "vitest";
import {
  fitSync,
  gaussian,
  iris,
  oneVersusRest,
  selectRows,
  type FitOptions,
  type Model,
  type Posterior,
} from "../../src/index.ts";
import { ringnorm } from "../../src/data/index.ts";
import { models, type ModelName } from "../../src/entries/models.ts";
import { expectSame } from "./onnxRuntime.ts";

describe("rows that were not in the fit", () => {
  const flowers = iris();
  const even = Array.from({ length: 75 }, (_, i) => 2 * i);
  const odd = even.map((row) => row + 1);
  const rings = ringnorm({ rows: 400 });
  const first = Array.from({ length: 100 }, (_, i) => i);
  const rest = Array.from({ length: 300 }, (_, i) => 100 + i);

  test.each<[ModelName, Record<string, unknown>]>([
    ["qda", {}],
    ["logistic", {}],
    ["kfd", {}],
    ["bayesian-kfda", {}],
    ["auto", {}],
    ["svc", { kernel: gaussian({ lengthScale: 2, fixed: ["lengthScale"] }), regularization: 1 }],
  ])("of iris have the probabilities of %s in the runtime", async (name, options) => {
    const posterior = fitSync(models[name].create(options), selectRows(flowers, even), { target: "species" });
    await expectSame(posterior, selectRows(flowers, odd), 1e-9);
  });

  test.each<[ModelName, Record<string, unknown>]>([
    ["lssvm", {}],
    ["rda", {}],
    ["gpc", { starts: [1] }],
    ["klr", { starts: [0.1] }],
    ["tsvc", { starts: [0.3], regularization: 0.25 }],
    ["orkfd", {}],
    ["krr", {}],
    ["auto", {}],
  ])("of ringnorm have the probabilities of %s in the runtime", async (name, options) => {
    const posterior = fitSync(models[name].create(options), selectRows(rings, first), { target: "class" });
    await expectSame(posterior, selectRows(rings, rest), 1e-7);
  });
});

describe("options of a fit", () => {
  const flowers = iris();
  const fitted = (model: Model, options: Partial<FitOptions> = {}): Posterior =>
    fitSync(model, flowers, { target: "species", ...options });

  test("such as class frequencies of your own are kept", async () => {
    const priors = { setosa: 0.2, versicolor: 0.7, virginica: 0.1 };
    for (const name of ["logistic", "lssvm", "lda"] as const) {
      await expectSame(fitted(models[name].create({}), { priors }), flowers, 1e-9);
    }
    await expectSame(fitted(oneVersusRest(models.lda.create({})), { priors }), flowers, 1e-9);
  });

  test("such as labels by the sign rule or by vote are kept", async () => {
    await expectSame(fitted(models.lssvm.create({ decision: "sign" })), flowers, 1e-9);
    await expectSame(fitted(models["bayesian-kfda"].create({ decision: "vote" })), flowers, 1e-9);
    const two = selectRows(
      flowers,
      Array.from({ length: 100 }, (_, i) => 50 + i),
    );
    await expectSame(fitSync(models.krr.create({ decision: "sign" }), two, { target: "species" }), flowers, 1e-9);
  });
});
