import { selectEngine } from "kernelbayes/engine";
import { expect, test } from "vitest";
import { bfdToys } from "../src/bfd/toys.ts";
import { foundOf } from "../src/found.ts";
import { runStudies } from "../src/runStudies.ts";
import { temporaryFolder } from "./folders.ts";
import { here, paperData } from "./samples.ts";

test("of the composite kernel the start of highest evidence is drawn, and of the spiral the poor one too", async () => {
  const parameters = [
    { source: "pena2006", table: "Table 1", dataset: "bumpy", logTheta: [5, -11, 1.2, -4.7, -13.6, -3.9, -3.7] },
    { source: "pena2006", table: "Figure 8", dataset: "spiral", logLikelihood: 562.7 },
  ];
  const toolbox = [{ dataset: "spiral", kernel: "ard", bound: 674.2042 }];
  const directory = paperData([], { parameters, toolbox });
  const settings = { directory, partitions: 2, isQuick: true, seed: 1, engine: selectEngine().name, published: [] };
  const study = bfdToys(settings);
  const { rows } = await runStudies([study], {
    directory: temporaryFolder(),
    fresh: false,
    executor: here,
    stream: { write: () => true },
  });
  expect(rows[0]).toHaveLength(44);
  expect(rows[0].every(({ status }) => status === "done")).toBe(true);
  const { drawings, text } = study.part(rows[0]);
  for (const set of ["spiral", "overlap", "bumpy", "relevance"]) {
    const composite = rows[0].filter(
      ({ dataset, options }) => dataset === set && options.includes("composite") && options.includes('"rate":0.5'),
    );
    expect(composite).toHaveLength(3);
    const [best] = composite.toSorted((a, b) => (foundOf(b).evidence ?? 0) - (foundOf(a).evidence ?? 0));
    expect(drawings.map(({ svg }) => svg)).toContain(foundOf(best).svg);
    expect(foundOf(best).relevance).toHaveLength(2);
    const own = drawings.filter(({ file }) => file.startsWith(`bfd-${set}-`)).map(({ file }) => file);
    expect(own).toEqual(
      expect.arrayContaining([
        `bfd-${set}-kfd.svg`,
        `bfd-${set}-lssvm.svg`,
        expect.stringMatching(/gaussian-[\d.]+\.svg$/),
      ]),
    );
    expect(own.length).toBeLessThanOrEqual(set === "spiral" ? 5 : 4);
  }
  // The width of a machine by folds is not the one that its options name.
  const [folded] = rows[0].filter(({ method }) => method === "lssvm");
  const { kernel, chosen } = foundOf(folded);
  expect(kernel?.lengthScale).not.toBe(
    (JSON.parse(folded.options) as { kernel: { lengthScale: number } }).kernel.lengthScale,
  );
  expect(chosen?.regularization).toBeGreaterThan(0);
  expect(drawings.map(({ file }) => file)).toContain("bfd-spiral-composite-1.svg");
  for (const { file } of drawings) expect(text).toContain(`(${file})`);
  expect(text).toContain("In print it is 562.7 there, against 674.2");
  expect(text).toContain("| bumpy | printed | 1.1 | 1.3 | -0.2 | -11.0 | -4.7 | -17.3 | both |");
});
