// Compiles packages/kernelbayes/assembly into the two WebAssembly builds of the engine and embeds them, as text, in a
// module of the library, so that nobody has to serve a .wasm file. The second is stored as its difference from the first,
// which is nine tenths of it. Run it directly, or call buildWasm.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { main as compileAssemblyScript } from "assemblyscript/asc";
import { differenceOf, textOf } from "./textBytes.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "packages/kernelbayes/assembly");
const target = join(root, "packages/kernelbayes/src/engine/wasm/bytes.generated.ts");

const builds = [
  { name: "simd128", features: ["simd"] },
  { name: "relaxedSimd", features: ["simd", "relaxed-simd"] },
];

/** Compiles both builds and writes the generated module. Returns one line that says what was done. */
export async function buildWasm() {
  const temporary = await mkdtemp(join(tmpdir(), "kernelbayes-wasm-"));
  try {
    const modules = [];
    for (const { name, features } of builds)
      modules.push(await compile("index.ts", join(temporary, `${name}.wasm`), features));
    // Small enough for one build, and apart from the engine: only explanations load it.
    const games = await compile("games.ts", join(temporary, "games.wasm"), ["simd"]);
    const [simd128, relaxedSimd] = modules;
    const difference = differenceOf(simd128, relaxedSimd);
    const text = [
      "// Made by tools/buildWasm.mjs from packages/kernelbayes/assembly. Do not edit.",
      `export const simd128: string = "${textOf(simd128)}";`,
      `export const relaxedSimdDifference: string = "${textOf(difference)}";`,
      `export const games: string = "${textOf(games)}";`,
      "",
    ].join("\n");
    await writeFile(target, text);
    const sizes = builds.map(({ name }, index) => `${name} ${(modules[index].length / 1024).toFixed(1)} kB`);
    return `compiled: ${sizes.join(", ")}, games ${(games.length / 1024).toFixed(1)} kB, as text ${(text.length / 1024).toFixed(1)} kB`;
  } finally {
    await rm(temporary, { recursive: true });
  }
}

async function compile(source, output, features) {
  const enable = features.flatMap((feature) => ["--enable", feature]);
  const { error, stderr } = await compileAssemblyScript(
    [join(folder, source), "--outFile", output, "--runtime", "stub", "--noAssert", "-O3", "--use", "abort=", ...enable],
    {},
  );
  if (error) throw new Error(`The WebAssembly engine does not compile.\n${stderr.toString()}`, { cause: error });
  return readFile(output);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await buildWasm());
