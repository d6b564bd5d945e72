// npm run test:fuzz: judges the kept cases, then as many new ones as there is time for. A failing case prints its name, which gives it again,
// and is kept among the fixtures.
import { parseArgs } from "node:util";
import { keep, keptCases } from "./corpus.ts";
import { fuzz, type FailureKind } from "./fuzz.ts";
import { inputOf, subjectNames } from "./subjects.ts";

const usage = `usage: npm run test:fuzz -- [--seconds N | --cases N] [--seed S] [--case SUBJECT:SEED] [--subject NAME]

Tables, model documents, options and command lines that are damaged at random. Every case is refused in words or
gives a valid result, within 10 seconds. Subjects: ${subjectNames.join(", ")}.

  --seconds N    how long new cases are made (default: 60)
  --cases N      how many new cases are made, however long they take
  --seed S       the first seed (default: another one each second)
  --case NAME    one case again, as a failure names it
  --subject NAME only this subject`;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    cases: { type: "string" },
    seed: { type: "string" },
    case: { type: "string" },
    subject: { type: "string" },
    help: { type: "boolean" },
  },
});
const seconds = Number(values.seconds);
const most = values.cases === undefined ? Infinity : Number(values.cases);
const first = values.seed === undefined ? Math.floor(Date.now() / 1000) : Number(values.seed);
const isWrong =
  !(seconds >= 0) ||
  !(most >= 0) ||
  !Number.isSafeInteger(first) ||
  (values.subject && !subjectNames.includes(values.subject));
if (values.help || isWrong) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}

function* cases(): Generator<string> {
  if (values.case !== undefined) return yield values.case;
  for (const { name } of keptCases()) yield name;
  const end = values.cases === undefined ? performance.now() + 1000 * seconds : Infinity;
  const chosen = values.subject === undefined ? subjectNames : [values.subject];
  for (let count = 0; count < most && performance.now() < end; count++) {
    yield `${chosen[count % chosen.length]}:${first + Math.floor(count / chosen.length)}`;
  }
}

const { counts, failures, slowest } = await fuzz(cases());
for (const { name, kind, story } of failures) {
  console.log(`\nFailed (${kind}): ${name}\n${story}\nAgain: npm run test:fuzz -- --case ${name}`);
  const [subject, seed] = name.split(":");
  if (seed === undefined || values.case !== undefined) continue;
  const path = keep(`${subject}-${seed}`, {
    subject,
    story: story.split("\n", 1)[0],
    input: inputOf(subject, Number(seed)),
  });
  console.log(path === undefined ? "Too large to be kept." : `Kept in ${path}`);
}
const total = counts.valid + counts.refused + counts.unsolved + failures.length;
const ofKind = (kind: FailureKind): number => failures.filter((failure) => failure.kind === kind).length;
console.log(
  `${total} cases from seed ${first}: ${counts.valid} valid, ${counts.refused} refused, ${counts.unsolved} unsolved for a listed reason; ` +
    `${ofKind("crash")} crashes, ${ofKind("hang")} hangs, ${ofKind("bad probability")} bad probabilities, ${ofKind("unsolved")} unsolved; ` +
    `the slowest, ${slowest.name}, took ${(slowest.milliseconds / 1000).toFixed(1)} s`,
);
process.exitCode = failures.length > 0 ? 1 : 0;
