import { InputError } from "kernelbayes";
import { kernels, type KernelDocument, type KernelMember, type KernelName } from "kernelbayes/kernels";

/**
 * The document of a kernel that was written on a command line, as JSON or as an expression: a name, or a name with options and the
 * kernels inside. What the options may hold is checked where the kernel is made.
 *
 * @example kernelFromText("sum(scale(gaussian(relevance=each), variance=4), constant)")
 */
export function kernelFromText(text: string): KernelDocument {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return documentIn(trimmed);
  const tokens = trimmed.match(/[A-Za-z]\w*|[-+]?[\d.]+(?:e[-+]?\d+)?|\[[^\]]*\]|\S/gi) ?? [];
  let at = 0;
  const fail = (expected: string): InputError =>
    new InputError(
      "invalid-kernel",
      `--kernel: ${expected} expected${at < tokens.length ? ` before "${tokens.slice(at).join("")}"` : " at the end"} in "${text}". ` +
        "Write a name, or for example sum(gaussian(relevance=each), constant); `kernelbayes kernels` lists them.",
    );
  const take = (token: string): boolean => tokens[at] === token && ++at > 0;

  function kernel(): KernelDocument {
    const kind = tokens[at];
    if (kind === undefined || !/^[A-Za-z]/.test(kind)) throw fail("the name of a kernel");
    at++;
    const member = Object.hasOwn(kernels, kind) ? kernels[kind as KernelName] : undefined;
    const options: Record<string, unknown> = {};
    const inside: KernelDocument[] = [];
    if (take("(") && !take(")")) {
      do {
        if (tokens[at + 1] === "=") {
          const name = tokens[at];
          at += 2;
          options[name] = value(member?.options.some((option) => option.name === name && option.type === "kernel"));
        } else inside.push(kernel());
      } while (take(","));
      if (!take(")")) throw fail("a comma or a closing parenthesis");
    }
    return { kind, ...options, ...(inside.length > 0 && placed(member, inside)) };
  }

  function value(isKernel = false): unknown {
    if (isKernel) return kernel();
    const token = tokens[at];
    if (token === undefined || /^[(),=]$/.test(token)) throw fail("a value");
    at++;
    if (!/^[-+\d.[]/.test(token)) return token;
    try {
      return JSON.parse(token.replace(/^\+/, "")) as unknown;
    } catch {
      return token;
    }
  }

  /** Kernels inside the parentheses, under the name that they have in a document. */
  function placed(member: KernelMember | undefined, inside: readonly KernelDocument[]): Record<string, unknown> {
    const option = member?.options.find(({ type }) => type === "kernels" || type === "kernel");
    if (option === undefined || (option.type === "kernel" && inside.length > 1)) {
      throw fail(option === undefined ? "no kernel inside" : "one kernel inside");
    }
    return { [option.name]: option.type === "kernel" ? inside[0] : inside };
  }

  const document = kernel();
  if (at < tokens.length) throw fail("nothing more");
  return document;
}

function documentIn(text: string): KernelDocument {
  try {
    return JSON.parse(text) as KernelDocument;
  } catch (error) {
    throw new InputError("invalid-kernel", `--kernel: this is no JSON: ${(error as Error).message}.`);
  }
}
