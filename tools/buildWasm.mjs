// Compiles packages/kernelbayes/assembly into the two WebAssembly builds of the engine and embeds them, as base64, in a
// module of the library, so that nobody has to serve a .wasm file. Run it directly, or call buildWasm.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { main as compileAssemblyScript } from "assemblyscript/asc";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "packages/kernelbayes/assembly/index.ts");
const target = join(root, "packages/kernelbayes/src/engine/wasm/bytes.generated.ts");

const builds = [
  { name: "simd128", features: ["simd"] },
  { name: "relaxedSimd", features: ["simd", "relaxed-simd"] },
];

/** Compiles both builds and writes the generated module. Returns one line that says what was done. */
export async function buildWasm() {
  const folder = await mkdtemp(join(tmpdir(), "kernelbayes-wasm-"));
  try {
    let text = "// Made by tools/buildWasm.mjs from packages/kernelbayes/assembly. Do not edit.\n";
    const sizes = [];
    for (const { name, features } of builds) {
      const bytes = await compile(join(folder, `${name}.wasm`), features);
      text += `export const ${name}: string = "${bytes.toString("base64")}";\n`;
      sizes.push(`${name} ${(bytes.length / 1024).toFixed(1)} kB`);
    }
    await writeFile(target, text);
    return `compiled: ${sizes.join(", ")}`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function compile(output, features) {
  const enable = features.flatMap((feature) => ["--enable", feature]);
  const { error, stderr } = await compileAssemblyScript(
    [source, "--outFile", output, "--runtime", "stub", "--noAssert", "-O3", "--use", "abort=", ...enable],
    {},
  );
  if (error) throw new Error(`The WebAssembly engine does not compile.\n${stderr.toString()}`, { cause: error });
  return readFile(output);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await buildWasm());
