import { scores, type UseCase } from "./useCase.ts";

/** Faults by the numbers of the findings. */
export const faultCases: readonly UseCase[] = [
  {
    number: "F1",
    title: "`auto` says 10⁻¹¹ where its members say about ⅓",
    before:
      'Rows `0,k0` `1,rare` `2,k0`: p(rare) = 5.6e-11 with the interval [8e-12, 4e-10], members 0.33 to 0.39; `fit` printed "log loss 2.3e-10, error 0 %". One rare row in 40: 7e-12 at the rare row itself, members 0.4 to 4 %.',
    run: [
      { command: "kernelbayes fit three.csv --target y --out three", keep: [/^No evidence/, ...scores] },
      { command: "kernelbayes predict three/model.json three.csv --keep none --quiet" },
      { command: "kernelbayes fit one-rare-in-40.csv --target y --out forty" },
      {
        command: "kernelbayes fit one-rare-in-40.csv --target y --columns a --out forty",
        keep: [/^No evidence/, ...scores, /^Note/],
      },
      { command: "kernelbayes predict forty/model.json one-rare-in-40.csv --keep none --quiet | sed -n '1p;20,22p'" },
    ],
    now: "The tests of every model run `auto` with its default options, too, and compare its probabilities with those of its members (`defaultBattery.test.ts`).",
  },
  {
    number: "F2",
    title: "Figures of balanced noise are false",
    before:
      "15 tables of 60 rows, 5 columns, 30 of each class: leave-one-out error 100 % in 12 (`lssvm`), 9 (`gpc`), 9 (`bfd`); the interval covered 50 % in 3 to 7 of 15.",
    run: [
      {
        command: "kernelbayes fit noise-60x5.csv --target label --model lssvm --out sixty",
        keep: [/^No evidence/, ...scores],
      },
      {
        command: "kernelbayes fit noise-60x5.csv --target label --model gpc --out sixty",
        keep: [/^No evidence/, ...scores],
      },
    ],
    now: "Coverage over many draws is on [Honesty](honesty.md).",
  },
  {
    number: "F3",
    title: "Tiny files abort the process",
    before:
      "118 bytes of Parquet, 200 of Arrow, 122 kB of gzipped commas, 612 kB with one endless header: the process aborted. 382 kB of `.json.gz` and 510 kB of `.libsvm.gz`: no end within 120 s.",
    run: ["commas.csv.gz", "ones.csv.gz", "header.csv.gz", "line.csv.gz", "list.json.gz", "ones.libsvm.gz"].map(
      (name) => ({
        command: `kernelbayes describe bomb-${name}`,
      }),
    ),
    now: "One budget for all readers, `--limit`. Parquet and Arrow files of this kind are tests of the readers.",
  },
  {
    number: "F4",
    title: "`--out` replaces special files",
    before:
      "A device node, a FIFO and a symlink became a regular file; `predict m.json in.csv --out in.csv` lost its input.",
    run: [
      { command: "kernelbayes fit iris.csv --target label --model rda --out first", keep: [/^Model {3}/] },
      {
        command:
          "ln -sf real.csv link.csv; kernelbayes predict first/model.json iris.csv --out link.csv --quiet; readlink link.csv",
      },
      {
        command:
          "kernelbayes predict first/model.json iris.csv --out /dev/null --as csv --quiet; test -c /dev/null && echo 'still a device'",
      },
      { command: "cp iris.csv own.csv; kernelbayes predict first/model.json own.csv --out own.csv" },
    ],
    now: "",
  },
  {
    number: "F5",
    title: "Whether the parts of a document belong together is not checked",
    before:
      "With one entry of `encoding.columns` removed 11 of 20 models loaded; `predict` then threw a RangeError with a stack trace, or reported NaN.",
    run: [
      {
        command:
          'node -e \'const fs = require("fs"); const m = JSON.parse(fs.readFileSync("first/model.json")); m.encoding.columns.pop(); fs.writeFileSync("torn.json", JSON.stringify(m))\'; kernelbayes predict torn.json iris.csv',
      },
    ],
    now: "Every model is put to this in the battery of documents.",
  },
  {
    number: "F6",
    title: "Control characters and formulas pass through",
    before:
      "A label with `\\x0b` and `--figures`: stack trace. ESC and OSC 52 reached the terminal raw. `=1+1` was neither neutralised nor mentioned.",
    run: [
      {
        command: "kernelbayes fit hostile.csv --target label --model rda --figures figures --out hostile",
        keep: [/^Label/, /^Charts/],
      },
      { command: "kernelbayes predict hostile/model.json hostile.csv --keep none --out hostile/labels.csv" },
      {
        command:
          "kernelbayes predict hostile/model.json hostile.csv --keep none --no-intervals --formulas quote --quiet | sed -n 2p",
      },
    ],
    now: "",
  },
  {
    number: "F7, F8",
    title: "`rda` and `svc` measure themselves too well; intervals of probabilities miss",
    before:
      "Leave-one-out minus true log loss −0.056 (`rda`) and −0.036 (`svc`) on noise of 60 × 200; at level 0.9 `svc` covered 0.59, `bfd` 0.997.",
    run: [],
    now: "Measured anew, with many draws, on [Honesty](honesty.md).",
  },
  {
    number: "F9",
    title: "Smaller faults",
    before:
      'A full disk: stack trace. A long name: uncaught ENAMETOOLONG. `auto` on two rows: "there are no rows to measure". `btsvc` on 20 classes of 3 rows: "none of 1 starts succeeded". `bkpc` and `bmkc` with 20 classes: over 60 s. `describe` called a safetensors file with a header of 2⁶⁰ a table of unknown format.',
    run: [
      { command: "kernelbayes predict first/model.json iris.csv --quiet > /dev/full" },
      { command: "kernelbayes predict first/model.json iris.csv --out $(printf 'x%.0s' $(seq 252)).csv" },
      { command: "kernelbayes fit two-rows.csv --target y --out two", keep: [/^Note/, /combines/] },
      { command: "kernelbayes fit twenty-classes.csv --target label --model btsvc --out twenty", keep: scores },
      { command: "kernelbayes describe header.safetensors" },
    ],
    now: "`bkpc` on 20 classes still takes minutes, most of them for the folds that measure it, and is not run here.",
  },
];
