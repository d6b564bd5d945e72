import { EnvironmentError, InputError, NumericalError } from "kernelbayes";
import { thatRow, wording } from "kernelbayes/errors";
import { expect, test } from "vitest";
import { problemOf, tryAgain } from "../../src/problem/problem.ts";

test("an error of ours keeps its code, its place and its remedy; the names of files stay here", () => {
  const error = new InputError(
    "missing-values",
    wording`Column "age" has a missing value in row ${thatRow}.`,
    { row: 3, column: "age", source: "/data/secret.csv", part: "fold 2" },
    wording`Fill it, or fit with ${{ option: "missing", value: "impute" }}.`,
  );
  expect(problemOf(error)).toEqual({
    type: "urn:kernelbayes:problem:missing-values",
    title: "Bad Request",
    status: 400,
    detail: 'Column "age" has a missing value in row 3.',
    code: "missing-values",
    row: 3,
    column: "age",
    remedy: 'Fill it, or fit with `missing: "impute"`.',
    error: 'Column "age" has a missing value in row 3.',
  });
});

test("what a machine lacks is 503, a computation that cannot go on is 500, and what asks for patience says so", () => {
  expect(problemOf(new EnvironmentError("no-memory", "There is no memory."))).toMatchObject({
    status: 503,
    code: "no-memory",
  });
  expect(problemOf(new NumericalError("not-finite", "No."))).toMatchObject({ status: 500, code: "not-finite" });
  expect(tryAgain("busy", "Busy.", 2)).toMatchObject({ retryAfter: 2, problem: { status: 503 } });
});

test("a fault of ours says nothing of its reason", () => {
  const hidden = problemOf(new TypeError("Cannot read /etc/secret of undefined"));
  expect(hidden).toMatchObject({ status: 500, code: "internal" });
  expect(JSON.stringify(hidden)).not.toContain("secret");
  expect(problemOf("a text").code).toBe("internal");
  expect(problemOf(undefined).code).toBe("internal");
});

test("the refusals of the framework have codes like ours", () => {
  const refused = Object.assign(new Error("Request body is too large"), {
    statusCode: 413,
    code: "FST_ERR_CTP_BODY_TOO_LARGE",
  });
  expect(problemOf(refused)).toMatchObject({
    status: 413,
    code: "body-too-large",
    remedy: "Send fewer rows at a time.",
  });
  const other = Object.assign(new Error("Something"), { statusCode: 422, code: "FST_ERR_OTHER" });
  expect(problemOf(other)).toMatchObject({ status: 422, code: "bad-request", detail: "Something" });
});
