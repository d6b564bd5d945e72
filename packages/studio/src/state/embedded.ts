/** A part of the page where it is one file, unpacked; undefined where parts are modules beside the page. */
export async function embedded(name: string): Promise<string | undefined> {
  const packed = document.getElementById(name)?.textContent;
  if (packed === undefined || packed === null) return undefined;
  const bytes = Uint8Array.from(atob(packed.trim()), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

/** The scripts that a living report holds, by name. */
export async function reportFiles(): Promise<Readonly<Record<string, string>>> {
  const packed = await embedded("report-files");
  if (packed !== undefined) return JSON.parse(packed) as Record<string, string>;
  return (await import("virtual:report-files")).default;
}
