import { expect, test } from "vitest";
import { run } from "./run.ts";

test.each([[["reproduce"]], [["reproduce", "lin", "--quick"]], [["reproduce", "--help"]]])(
  "%j is answered with the command of the repository",
  async (words) => {
    const { status, stdout, stderr } = await run(...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("npm run reproduce -- PAPER");
  },
);

test("the help does not list it", async () => {
  expect((await run("--help")).stdout).not.toContain("reproduce");
});
