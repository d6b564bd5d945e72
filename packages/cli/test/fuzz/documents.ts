import { fitSync, iris, loadPosterior, selectRows, type Posterior } from "kernelbayes";
import { encodeDocument, modelFromDocument } from "kernelbayes/models";
import { checkPrediction, damaged, verdictOf, type Random, type Subject } from "./subject.ts";

interface DocumentInput {
  /** The text of a JSON document, or a safetensors file in base 64. */
  readonly layout: "json" | "safetensors";
  readonly content: string;
}

const table = selectRows(
  iris(),
  Array.from({ length: 30 }, (_, row) => 5 * row),
);
const models = ["lda", "qda", "rda", "logistic", "krr", "lssvm", "kfd", "svc"];
const fitted = new Map<string, Posterior>();

/** Damaged model files in both layouts: refused, or a posterior whose predictions are probabilities. */
export const documents: Subject<DocumentInput> = {
  generate(random) {
    const posterior = posteriorOf(random.pick(models));
    const document = structuredClone(posterior.toDocument()) as unknown;
    if (random.next() < 0.7) for (let change = random.below(3); change >= 0; change--) changePart(document, random);
    if (random.next() < 0.5) {
      const text = JSON.stringify(document);
      const isCut = random.next() < 0.3;
      return { layout: "json", content: isCut ? Buffer.from(damaged(Buffer.from(text), random)).toString() : text };
    }
    const bytes = encodeDocument(posterior.toDocument());
    return { layout: "safetensors", content: Buffer.from(damaged(bytes, random)).toString("base64") };
  },
  judge: ({ layout, content }) =>
    verdictOf(() =>
      checkPrediction(loadPosterior(layout === "json" ? content : Buffer.from(content, "base64")), table),
    ),
};

function posteriorOf(name: string): Posterior {
  const known = fitted.get(name) ?? fitSync(modelFromDocument({ name }), table, { target: "species" });
  fitted.set(name, known);
  return known;
}

const values = [null, 0, -1, 1e308, -1e308, 5e-324, 1e150, 0.5, "", "NaN", "__proto__", true, [], {}, [[]], 2 ** 53];

/** Changes, removes or adds something somewhere in a document. */
function changePart(document: unknown, random: Random): void {
  let part = document as Record<string, unknown>;
  for (let depth = random.below(6); depth > 0; depth--) {
    const inner = Object.values(part).filter((value) => typeof value === "object" && value !== null);
    if (inner.length === 0) break;
    part = random.pick(inner) as Record<string, unknown>;
  }
  const keys = Object.keys(part);
  if (keys.length === 0) return;
  const key = random.pick(keys);
  const kind = random.below(4);
  if (kind === 0) Reflect.deleteProperty(part, key);
  else if (kind === 1) part[key] = part[random.pick(keys)];
  else if (kind === 2 && Array.isArray(part)) part.splice(random.below(part.length), 1);
  else part[key] = random.pick(values);
}
