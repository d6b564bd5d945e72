import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fitSync, iris, linearDiscriminant, loadPosterior } from "kernelbayes";
import { encodeDocument } from "kernelbayes/models";
import { readPosterior } from "kernelbayes/node";
import { expect, test } from "vitest";
import { writeModel } from "../../src/fit/writeModel.ts";
import { temporaryFile, temporaryFolder } from "../commands/run.ts";

const small = fitSync(linearDiscriminant(), iris(), { target: "species" });

/** The same model with a message that takes more than a megabyte. */
const large = loadPosterior({
  ...small.toDocument(),
  warnings: [{ code: "long", message: "long ".repeat(250_000) }],
});

test("a new model.safetensors does not leave the model.json of an earlier fit beside it, nor the other way round", async () => {
  const folder = temporaryFolder();
  const [json, tensors] = ["model.json", "model.safetensors"].map((name) => join(folder, name));
  expect(await writeModel(folder, small, [])).toEqual({ path: json, removed: undefined });
  expect(await writeModel(folder, large, [])).toEqual({ path: tensors, removed: json });
  expect(readdirSync(folder)).toEqual(["model.safetensors"]);
  expect((await readPosterior(tensors)).warnings).toEqual(large.warnings);
  expect(await writeModel(folder, small, [])).toEqual({ path: json, removed: tensors });
  expect(readdirSync(folder)).toEqual(["model.json"]);
});

test("a safetensors file of another program, or one that the command reads, stays", async () => {
  const folder = temporaryFolder();
  const header = '{"__metadata__":{"format":"pt"}}';
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const other = temporaryFile("model.safetensors", Buffer.concat([length, Buffer.from(header)]), folder);
  expect(await writeModel(folder, small, [])).toMatchObject({ removed: undefined });
  expect(existsSync(other)).toBe(true);
  temporaryFile("model.safetensors", encodeDocument(small.toDocument()), folder);
  await expect(writeModel(folder, small, [other])).rejects.toMatchObject({ code: "output-is-input" });
  expect(existsSync(other)).toBe(true);
});

test("equal fits write equal bytes, however long they took", async () => {
  const bytes = [];
  for (const seconds of [0.25, 7]) {
    const folder = temporaryFolder();
    const candidate = { title: "a", model: "lda", outcome: "used", weight: 1, seconds } as const;
    const document = { ...small.toDocument(), candidates: [candidate] };
    // Older documents hold the time; what is written now does not.
    const posterior = loadPosterior(JSON.stringify(document));
    expect(posterior.candidates).toEqual([candidate]);
    bytes.push(readFileSync((await writeModel(folder, posterior, [])).path, "utf8"));
  }
  expect(bytes[0]).toBe(bytes[1]);
  expect(bytes[0]).not.toContain("seconds");
});
