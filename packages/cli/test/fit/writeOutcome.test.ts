import { readdirSync } from "node:fs";
import { iris } from "kernelbayes";
import { formatCsv } from "kernelbayes/table";
import { expect, test, vi } from "vitest";
import { runCommand } from "../../src/runCommand.ts";
import { temporaryFile, temporaryFolder } from "../commands/run.ts";

/** Fits, and presses Ctrl-C while the program does what a line of its progress says. */
async function stoppedWhile(
  stage: string,
): Promise<{ status: number; stderr: string; files: string[]; charts: string[] }> {
  const [out, figures] = [temporaryFolder(), temporaryFolder()];
  const table = temporaryFile("iris.csv", formatCsv(iris()));
  let stderr = "";
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      if (name === "stderr") stderr += String(text);
      // As the system does it: the signal is heard when the event loop has its next turn.
      if (String(text).includes(stage)) setImmediate(() => process.emit("SIGINT", "SIGINT"));
      return true;
    }),
  );
  const before = process.listeners("SIGINT");
  try {
    const words = ["--target", "species", "--model", "lda", "--jobs", "1", "--out", out, "--figures", figures];
    return {
      status: await runCommand(["fit", table, ...words]),
      stderr,
      files: readdirSync(out),
      charts: readdirSync(figures),
    };
  } finally {
    for (const spy of spies) spy.mockRestore();
    for (const name of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
      for (const each of process.listeners(name).filter((one) => !before.includes(one))) process.off(name, each);
    }
  }
}

test("Ctrl-C while the report is drawn stops the command, and the model is kept", async () => {
  const { status, stderr, files, charts } = await stoppedWhile("writing the report");
  expect(stderr).toMatch(/Stopped\. Kept .*model\.json, which is complete\.\n$/);
  expect({ status, files, charts }).toEqual({ status: 130, files: ["model.json"], charts: [] });
});

test("Ctrl-C while the charts are drawn keeps model and report", async () => {
  const { status, files, charts } = await stoppedWhile("drawing the figures");
  expect({ status, files: files.toSorted(), charts }).toEqual({
    status: 130,
    files: ["model.json", "report.html"],
    charts: [],
  });
});
