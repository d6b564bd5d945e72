import type { Plugin } from "vite";

/** What the page may load and run: its own files, workers made from its own texts, and no connection to anywhere. */
export function policyText(scripts: string): string {
  return [
    "default-src 'none'",
    `script-src ${scripts} 'wasm-unsafe-eval'`,
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "manifest-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** Writes the policy into the built page. The page of development has none, since its server reloads what changes. */
export function contentPolicy(): Plugin {
  return {
    name: "content-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: policyText("'self'") },
        injectTo: "head-prepend",
      },
    ],
  };
}
