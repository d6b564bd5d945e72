import { fromServerPackage } from "./serverPackage.ts";

export interface McpWords {
  readonly tables?: string | undefined;
}

/** Offers tools until the standard input ends. */
export async function mcp(models: readonly string[], { tables }: McpWords): Promise<void> {
  const { namedFile } = await fromServerPackage(() => import("@kernelbayes/server"));
  const { serveTools } = await fromServerPackage(() => import("@kernelbayes/server/mcp"));
  const tools = await serveTools({ models: models.map(namedFile), tables });
  await tools.ended;
  await tools.close();
}
