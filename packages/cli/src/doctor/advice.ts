import { installCommand } from "kernelbayes/node";
import type { EngineState } from "./diagnosis.ts";

/** How to compute faster: a sentence, and the command that does it where there is one. */
export interface Advice {
  readonly text: string;
  readonly command?: string;
}

const engineVariable = "KERNELBAYES_ENGINE";
const libraryVariable = "KERNELBAYES_OPENBLAS";

/** The one thing that would give a faster engine here. `engines` are in order of speed. */
export function advice(
  engines: readonly EngineState[],
  inUse: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
  install: string = installCommand() ?? "",
): Advice {
  const fastest = engines.find(({ available }) => available);
  if (environment[engineVariable] && fastest && fastest.name !== inUse) {
    return {
      text: `${fastest.name} works here, but ${engineVariable} asks for ${environment[engineVariable]}.`,
      command: process.platform === "win32" ? `set ${engineVariable}=` : `unset ${engineVariable}`,
    };
  }
  const native = engines.find(({ name }) => name.startsWith("native"));
  if (!native || native.available) return { text: "Nothing faster is known for this machine." };
  switch (native.code) {
    case "koffi-missing":
      return { text: "The package that calls system libraries is missing.", command: "npm install koffi" };
    case "blas-missing":
      if (environment[libraryVariable]) {
        return { text: `${libraryVariable} names a library that does not load. Correct it, or leave it out.` };
      }
      if (install) return { text: "OpenBLAS is missing.", command: install };
      return {
        text:
          "OpenBLAS is missing. Get it from https://github.com/OpenMathLib/OpenBLAS/releases " +
          `and give the path of the library in ${libraryVariable}.`,
      };
    default:
      return { text: `The native engine does not work with what was found. Try another OpenBLAS: ${libraryVariable}.` };
  }
}
