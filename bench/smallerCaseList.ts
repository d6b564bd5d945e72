import { scores, type UseCase } from "./useCase.ts";

/** The twelfth and thirteenth finding in their parts, and what analysts missed. */
export const smallerCases: readonly UseCase[] = [
  {
    number: "12a",
    title: "21 of 35 rows of the rare class missed, absent from terminal and summary",
    before: "Error rate and log loss alone, which a rare class hardly moves.",
    run: [
      {
        command: "kernelbayes fit wdbc-rare.csv --target label --model logistic --out rare",
        keep: [...scores, /^true class/, /^-{5}/, /^benign/, /^malignant/, /rarest class/],
      },
      {
        command:
          "kernelbayes fit wdbc-rare.csv --target label --model logistic --threshold recall=0.95 --out rare-found",
        keep: [/hreshold/, /^benign/, /^malignant/, /rarest class/],
      },
    ],
    now: "The threshold is chosen on rows that the fits did not see.",
  },
  {
    number: "12b",
    title: '"Too few rows to hold any out" with 244 rows',
    before: "`--group island`, each island with a species of its own: the reason given was the number of rows.",
    run: [
      {
        command: "kernelbayes fit penguins-train.csv --target species --model rda --group island --out islands",
        keep: [/^Note/],
      },
    ],
    now: "",
  },
  {
    number: "12c",
    title: "`auto` scores worse than its best member, unexplained; notes contradict each other",
    before:
      'One note called leave-one-out "too good", the next said that it makes AUC "worse". Of wdbc, 20 rows: "probability of a wrong label < 0.1 %" beside an interval of 0.429 to 1.000; three roundings of one interval.',
    run: [
      {
        command: "kernelbayes fit wdbc20-train.csv --target label --effort low --out low",
        keep: [...scores, /^Note/, /flatter/, /favour/, /combines|one model/],
      },
    ],
    now: 'Leave-one-out is not printed as what to expect, so that neither note is needed; `fit`, the report and `--json` show one measurement. In the report "the 20 most relevant of 35 are shown" counts the bars that are drawn (test of `relevanceSection`).',
  },
  {
    number: "13a",
    title: "Excel, names and spellings of columns",
    before:
      '`.xlsx` got "name does not tell the format"; duplicate names advised `header: false`, which the command lacked; a missing `sex` did not suggest `Sex`.',
    run: [
      { command: "kernelbayes check iris.xlsx --target label" },
      { command: "kernelbayes fit iris-twice.csv --target label --model rda --out twice" },
      {
        command: "kernelbayes fit iris-headless.csv --target column5 --no-header --model rda --out headless",
        keep: scores,
      },
      { command: "kernelbayes predict penguins/model.safetensors penguins-renamed.csv" },
    ],
    now: "",
  },
  {
    number: "13b",
    title: "17 columns of 17 digits; `evaluate` on training rows does not warn",
    before: "`predict` printed 17 columns of 17 digits for three classes.",
    run: [
      { command: "kernelbayes fit iris.csv --target label --model rda --out first", keep: scores },
      { command: "kernelbayes predict first/model.json iris.csv --keep none --quiet | head -3" },
      {
        command:
          "kernelbayes predict first/model.json iris.csv --keep none --no-intervals --digits 3 --quiet | head -3",
      },
      { command: "kernelbayes evaluate first/model.json iris.csv", keep: [/fitted to/, ...scores] },
    ],
    now: "A probability, a lower and an upper end for each class, of six digits; `--digits all` writes every one.",
  },
  {
    number: "13c",
    title: "Equal runs differ in bytes; errors of `--json` are plain text; `--out` hangs",
    before:
      "`model.json` held seconds. `--json` printed errors as text. `--out` under a path that cannot be made hung or created folders.",
    run: [
      {
        command:
          "kernelbayes fit iris.csv --target label --model rda --out second --quiet && cmp first/model.json second/model.json && echo equal",
        keep: [/equal|differ/],
      },
      { command: "kernelbayes fit nothing.csv --target label --json" },
      { command: "kernelbayes fit iris.csv --target label --model rda --out /proc/x/y" },
      { command: "kernelbayes fit iris.csv --target label --model rda --out iris.csv/y" },
    ],
    now: "",
  },
  {
    number: "14",
    title: "What analysts missed: dates, order in time, priors, columns to select",
    before: "No such options.",
    run: [
      {
        command: "kernelbayes fit chicago.csv --target ridership --model rda --time date --out later",
        keep: [/date/, /^Measured/, ...scores],
      },
      {
        command: "kernelbayes fit chicago.csv --target ridership --model rda --out dated",
        keep: [/date/, /^Measured/, ...scores],
      },
      {
        command:
          "kernelbayes fit wdbc.csv --target label --model rda --select 5 --priors benign=0.99,malignant=0.01 --out priors",
        keep: [/priors|frequencies where|select/i, ...scores],
      },
    ],
    now: "",
  },
  {
    number: "15",
    title: "What analysts missed: the direction of effects, explanations of single rows, a learning curve",
    before: "No such commands.",
    run: [
      { command: "kernelbayes explain first/model.json iris.csv --row 120" },
      { command: 'kernelbayes explain first/model.json iris.csv --effects "petal length (cm)"' },
      { command: "kernelbayes explain first/model.json iris.csv --learning-curve" },
    ],
    now: "[Explaining predictions](../explaining.md). A server with a scoring address is [`kernelbayes serve`](../serving.md). `compare --report FILE` and `evaluate --report FILE` write HTML, `fit --card` a model card. Not there: input from databases.",
  },
];
