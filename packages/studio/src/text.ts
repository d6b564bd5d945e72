/** Every text of the studio, in English; a translation replaces this file. */

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

export const text = {
  title: "kernelbayes studio",
  brand: "studio",
  counted,
  start: {
    heading: "From a table to a classifier",
    lead: "Drop a table with a column of labels. The studio checks it, fits a classifier with nothing to tune, and shows how far its probabilities can be trusted.",
    drop: "Drop a file here",
    dropping: "Let go to open it",
    formats: "CSV, TSV, Excel, JSON, Parquet, Arrow, ARFF, LIBSVM; compressed by gzip or not",
    choose: "Choose a file",
    paste: "Paste a table",
    pasteLabel: "Cells, as a spreadsheet copies them, or CSV",
    pasteButton: "Open what was pasted",
    cancel: "Cancel",
    examples: "Or begin with an example",
    example: {
      iris: ["Iris", "150 flowers, 3 species, 4 measurements"],
      ripley: ["Ripley", "250 points, 2 classes that overlap"],
      spirals: ["Two spirals", "194 points that no line separates"],
      dirty: ["A table as it comes", "units, decimal commas, placeholders, a leak"],
    },
    privacy: "Everything is computed in this page. No row leaves this machine.",
    reading: (name: string) => `Reading ${name} …`,
  },
  steps: { table: "Table", fits: "Fits", understand: "Understand", predict: "Predict", keep: "Keep" },
  menu: {
    label: "Steps",
    open: "Open another table",
    undo: "Undo",
    redo: "Redo",
    forget: "Forget everything",
    forgetQuestion: "Forget the table and all fits?",
    forgetYes: "Forget them",
    privacy: "Nothing leaves this page",
    policy: "What this page may do",
    policyLead:
      "The browser enforces this policy. No address can be connected to, so that neither rows nor models can be sent.",
    noPolicy: "This page is served for development, without a policy.",
    close: "Close",
  },
  table: {
    heading: "Table",
    size: (rows: number, columns: number) => `${counted(rows, "row")} × ${counted(columns, "column")}`,
    grid: "Rows of the table",
    row: "row",
    missing: "missing",
    missingCells: "Missing cells",
    predicting: (target: string, classes: number) => `Predicts ${target}, ${counted(classes, "class", "classes")}`,
    unlabelled: (rows: number) => `${counted(rows, "row")} without a label, left out`,
    findings: (count: number) => (count === 0 ? "Nothing to mend" : counted(count, "finding")),
    column: "Column",
    role: "Role",
    kind: "Read as",
    distinct: "Different values",
    least: "Least",
    median: "Median",
    largest: "Largest",
    byClass: (column: string, target: string | undefined) =>
      target === undefined || target === column ? `Rows by ${column}` : `Rows by ${column}, colored by ${target}`,
    noFindings: "The check found nothing in this column.",
    allFindings: "What the check found",
    noFindingsAtAll: "The check found nothing that would harm a fit.",
    others: "other or no label",
    checking: "Checking the table …",
    pick: "Choose a column in the table to see and change it.",
    back: "All findings",
  },
  roles: {
    label: "Label",
    feature: "Feature",
    group: "Group",
    weight: "Weight",
    name: "Row name",
    out: "Left out",
  },
  roleHelp: {
    label: "The column to be predicted.",
    feature: "Predicted from.",
    group: "Rows of one group, such as a patient, are held out together.",
    weight: "A row of weight 2 counts as two rows.",
    name: "Names the rows; not predicted from.",
    out: "Has no part in a fit.",
  },
  kinds: { number: "Number", category: "Category", date: "Date" },
  findings: {
    repaired: "Read as numbers or dates",
    leftOut: "Left out of fits",
  },
  fixes: {
    leaveOut: "Leave it out",
    useAnyway: "Use it all the same",
    keepTexts: "Keep the texts",
    oneSpelling: "Use one spelling",
    missing: (example: string) => `Read “${example}” as missing`,
    numbersAlone: (lost: number) =>
      lost === 0 ? "Read the numbers alone" : `Read the numbers alone; ${counted(lost, "text")} become missing`,
    cut: (middle: number) => `Cut in two at ${middle}`,
    below: (middle: number) => `below ${middle}`,
    from: (middle: number) => `${middle} or more`,
  },
  hindrances: {
    noLabel: "Choose the column of labels: select it in the table and give it the role Label.",
    oneClass: (target: string, classes: number) =>
      classes === 0
        ? `Column “${target}” has no label in any row. Choose another label column.`
        : `Column “${target}” has one class only. A classifier needs two. Choose another label column.`,
    manyClasses: (target: string, classes: number) =>
      `Column “${target}” has ${classes.toLocaleString("en")} classes, too many to learn. Choose another label column.`,
    noFeatures: "No column is left to predict from. Give at least one column the role Feature.",
  },
  problems: {
    heading: "This did not work",
    empty: (name: string) => `The file ${name} is empty.`,
    nothingPasted: "Nothing was pasted.",
    large: (bytes: number) =>
      `The table has ${(bytes / 2 ** 20).toFixed(0)} MB, more than a page can hold. Fit it with the command line, which reads it in chunks, or keep fewer rows.`,
    damagedGzip: "The compressed file is damaged.",
    noRows: "The table has names of columns but no rows.",
    kept: "The table that was open is still here.",
    dismiss: "Dismiss",
    worker: "The browser did not start the worker that computes.",
  },
} as const;
