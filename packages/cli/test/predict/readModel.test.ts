import { mkdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fitSync, iris, linearDiscriminant } from "kernelbayes";
import { encodeDocument } from "kernelbayes/models";
import { expect, test } from "vitest";
import { readModel } from "../../src/predict/readModel.ts";
import { temporaryFile, temporaryFolder } from "../commands/run.ts";

const document = fitSync(linearDiscriminant(), iris(), { target: "species" }).toDocument();

async function remarksOf(path: string): Promise<string[]> {
  const remarks: string[] = [];
  await readModel(path, (text) => remarks.push(text));
  return remarks;
}

test("where model.json is missing, the model.safetensors beside it is read with a remark, and the other way round", async () => {
  const folder = temporaryFolder();
  const [json, tensors] = ["model.json", "model.safetensors"].map((name) => join(folder, name));
  await expect(readModel(json, () => undefined)).rejects.toThrow("model.json: there is no such file.");
  temporaryFile("model.safetensors", encodeDocument(document), folder);
  const remark = `${json} is not there; the model is read from ${tensors}, the other name that \`kernelbayes fit\` gives.`;
  expect(await remarksOf(json)).toEqual([remark]);
  rmSync(tensors);
  temporaryFile("model.json", JSON.stringify(document), folder);
  expect(await remarksOf(tensors)).toEqual([expect.stringContaining(`the model is read from ${json}`)]);
});

test("a model.json of last year beside a new model.safetensors is read with a remark; an older one or a file of others is not mentioned", async () => {
  const folder = temporaryFolder();
  const json = temporaryFile("model.json", JSON.stringify(document), folder);
  const tensors = temporaryFile("model.safetensors", encodeDocument(document), folder);
  const lastYear = new Date(Date.now() - 365 * 86_400_000);
  utimesSync(json, lastYear, lastYear);
  expect(await remarksOf(json)).toEqual([
    `${tensors} beside it is a newer model than ${json}, which is used. Give ${tensors} to use the newer one.`,
  ]);
  expect(await remarksOf(tensors)).toEqual([]);
  temporaryFile("model.safetensors", "weights of another program", folder);
  expect(await remarksOf(json)).toEqual([]);
  rmSync(tensors);
  mkdirSync(tensors);
  expect(await remarksOf(json)).toEqual([]);
});
