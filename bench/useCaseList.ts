import { scores, type UseCase } from "./useCase.ts";

const six = [1, 2, 3, 4, 5, 6];

/** What an analyst met, by the numbers of the findings. */
export const useCases: readonly UseCase[] = [
  {
    number: "1",
    title: "Figures of few rows are falsely perfect, and certified",
    before:
      'Wine, 20 of 178 rows, `rda`: printed log loss 7e-13, "can be taken at their word"; on the other 158 rows 24 % error and log loss 7.23. Of six stratified draws five promised at most 0.002 and scored 0.30 to 7.23.',
    run: six.flatMap((draw) => [
      {
        command: `kernelbayes fit wine20-${draw}-train.csv --target label --model rda --out wine${draw}`,
        keep: [/^log loss/],
      },
      { command: `kernelbayes evaluate wine${draw}/model.json wine20-${draw}-test.csv`, keep: [/^log loss/] },
    ]),
    now: "What `fit` prints is measured in nested folds. Six draws are an illustration; [Honesty](honesty.md) has 192 cuts of 24 tables.",
  },
  {
    number: "1, auto",
    title: "The interval of `auto` misses the truth on few rows",
    before: "In 4 of 6 draws the test log loss lay above the printed 95 % interval.",
    run: [
      { command: "kernelbayes fit wine20-1-train.csv --target label --out wine-auto", keep: scores },
      { command: "kernelbayes evaluate wine-auto/model.json wine20-1-test.csv", keep: scores },
    ],
    now: "One draw here; coverage over many draws is on [Honesty](honesty.md).",
  },
  {
    number: "2",
    title: "Noise has 100 % error, and columns that matter",
    before:
      'Noise of 40 × 3000: error "100 % (91–100)", AUC 0.000, "about 100 of 100 would get a wrong label". Noise of 200 × 5: AUC 0.238 (0.153–0.350), columns "that matter", advice to use `--group`, no word that nothing was found.',
    run: [
      {
        command: "kernelbayes fit noise-40x3000.csv --target label --effort low --out noise",
        keep: [/^No evidence/, ...scores, /matter/],
      },
      {
        command: "kernelbayes fit noise-200x5.csv --target label --out noise",
        keep: [/^No evidence/, ...scores, /matter/],
      },
    ],
    now: "The first line says that nothing was found, and no column is named.",
  },
  {
    number: "3",
    title: "Intervals of `auto` are vacuous",
    before:
      "Penguins (244 rows to fit, 100 to predict): 2 % error, yet the lower end of the predicted class was below 0.5 in all 100 rows (median width 0.99999). wdbc with 20 rows: the same.",
    run: [
      {
        command: "kernelbayes fit penguins-train.csv --target species --out penguins",
        keep: [...scores, /favour/],
      },
      {
        command: "kernelbayes predict penguins/model.safetensors penguins-test.csv --out penguins/predicted.csv",
        keep: [/^Predicted/],
      },
      { command: "kernelbayes fit wdbc20-train.csv --target label --out wdbc20", keep: scores },
      {
        command: "kernelbayes predict wdbc20/model.json wdbc20-test.csv --out wdbc20/predicted.csv",
        keep: [/^Predicted/],
      },
    ],
    now: "Intervals of the class probability, calibrated by simulation; [Honesty](honesty.md) has their coverage where the truth is known. With 20 rows of `wdbc` they still leave most rows open.",
  },
  {
    number: "4",
    title: "`--cautious` alone does nothing",
    before:
      '`--cautious` needed a threshold; with `--abstain 0.5` the message said "no class reaches 0.5", which was false.',
    run: [
      {
        command:
          "kernelbayes predict penguins/model.safetensors penguins-test.csv --cautious --out penguins/cautious.csv",
        keep: [/^Decided/],
      },
      {
        command:
          "kernelbayes predict penguins/model.safetensors penguins-test.csv --cautious --abstain 0.5 --out penguins/cautious.csv",
        keep: [/^Decided/],
      },
    ],
    now: "",
  },
  {
    number: "5",
    title: "Numeric identifiers and leaks pass silently",
    before:
      '`survival::pbc`: "columns that matter: id 0.83". A made `id` alone gave 0.35 % error. `MASS::birthwt`: `bwt` defines the label `low`.',
    run: [
      { command: "kernelbayes check pbc.csv --target status" },
      { command: "kernelbayes check birthwt.csv --target low" },
      {
        command: "kernelbayes fit wine-id.csv --target label --model rda --out wine-id",
        keep: [/identifier/, /matter/],
      },
    ],
    now: "",
  },
  {
    number: "6",
    title: "A European spreadsheet becomes 1276 categories",
    before:
      "Wine with `;`, decimal commas and a byte order mark: 15.7 to 18 % error against 0.56 % with `--decimal ,`, which nothing suggested. The same silence for `<0.05`, `n.d.`, `-`, `87.6%`, `22.01.2021`; `41,474` was dropped as an identifier; `-999` stayed a number.",
    run: [
      {
        command: "kernelbayes fit wine-german.csv --target label --model rda --out wine-german",
        keep: [/comma/, ...scores],
      },
      { command: "kernelbayes check wine-laboratory.csv --target label" },
      {
        command:
          "kernelbayes fit wine-laboratory.csv --target label --model rda --na n.d. --na - --na -999 --out wine-laboratory",
        keep: [/^Missing|Missing:/, ...scores],
      },
    ],
    now: "What is safe is repaired and said; for the rest the option that helps is named.",
  },
  {
    number: "7",
    title: "`fit` succeeds, `predict` refuses",
    before:
      "A column of mostly unique texts became a category, and `predict`, `--folds` and `--holdout` stopped at the first new level.",
    run: [
      {
        command: "kernelbayes fit remarks-train.csv --target label --model lssvm --out remarks",
        keep: [/remark/, ...scores],
      },
      { command: "kernelbayes predict remarks/model.json remarks-test.csv --out remarks/predicted.csv" },
      {
        command:
          "kernelbayes fit remarks-train.csv --target label --model lssvm --columns a,b,remark --folds 5 --out remarks-used",
        keep: [/remark/, ...scores],
      },
      {
        command:
          "kernelbayes predict remarks-used/model.json remarks-test.csv --unseen refuse --out remarks/predicted.csv",
      },
      {
        command: "kernelbayes predict remarks-used/model.json remarks-test.csv --out remarks/predicted.csv",
      },
    ],
    now: "",
  },
  {
    number: "8",
    title: "Columns that matter are noise",
    before: "Training rows were shuffled, not held-out ones: the only informative column of a made table came 8th.",
    run: [
      {
        command: "kernelbayes fit one-of-nine.csv --target label --model lssvm --out one-of-nine",
        keep: [/matter/],
      },
    ],
    now: "`x5` is the informative column. Each interval is one of 95 %, so that one of many columns without information may seem to matter.",
  },
  {
    number: "9",
    title: "Wrong units pass",
    before:
      "Grams given as kilograms: 61 % error, mean top probability 0.985, no message. `describe` gave no training ranges.",
    run: [
      {
        command: "kernelbayes predict penguins/model.safetensors penguins-kilograms.csv --out penguins/kilograms.csv",
      },
      {
        command: "kernelbayes evaluate penguins/model.safetensors penguins-kilograms.csv",
        keep: [...scores, /differ/, /Drift/, /together/],
      },
      { command: "kernelbayes describe penguins/model.safetensors", keep: [/in training/] },
    ],
    now: "",
  },
  {
    number: "10",
    title: "A stale model file stays beside the new one",
    before:
      "`model.json` of an earlier fit stayed beside a new `model.safetensors`, and `predict model.json` used the old model.",
    run: [
      { command: "kernelbayes fit iris.csv --target label --model rda --out stale", keep: [/^Model {3}/] },
      {
        command: "kernelbayes fit noise-40x3000.csv --target label --model rda --out stale",
        keep: [/Removed/, /^Model {3}/],
      },
      { command: "kernelbayes predict stale/model.json iris.csv" },
    ],
    now: "",
  },
  {
    number: "11",
    title: "A continuous target is accepted; `ok` and `OK` are two classes",
    before: "94 classes of measurements and no hint; two spellings of a label and no hint.",
    run: [
      { command: "kernelbayes fit diabetes.csv --target progression --out diabetes" },
      { command: "kernelbayes check iris-spelling.csv --target label" },
    ],
    now: "Spellings are not joined without being asked: `m` and `M` may be two classes.",
  },
];
