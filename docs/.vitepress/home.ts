import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./places.ts";

/** The landing page. The program is the first of the README, which the tests run. */
export function home(): string {
  const program = /^```ts\n[^]*?^```$/m.exec(readFileSync(join(root, "README.md"), "utf8"))?.[0];
  if (program === undefined) throw new Error("README.md has no program to show on the landing page.");
  return `${frontMatter}
## Three commands

With Node 20.19 or newer and a copy of the repository. Each sets up whatever is missing first.

\`\`\`sh
npm start         # compares the models on Fisher's iris
npm test          # runs every check there is
npm run docs      # builds this site
\`\`\`

## A first fit

${program}

The same in [small steps](examples), with tables of your own, saved posteriors, cross-validation and worker threads.

## Where to go

| you want to                                  |                                                                                    |
| -------------------------------------------- | ---------------------------------------------------------------------------------- |
| fit a table of yours                         | [tables](docs/tables.md), [encoding](docs/encoding.md), [the flow](docs/flow.md)   |
| choose a model                               | [models](docs/models/index.md), [kernels](docs/kernels/index.md)                   |
| know how good it is                          | [evaluation](docs/evaluation.md), [comparison](docs/comparison.md)                 |
| build upon it                                | [optimizers](docs/optimizers.md), [numerics](docs/numeric.md), [the model file](docs/model-file.md) |
| know why it is as it is                      | [design, as questions and answers](docs/design.md)                                 |
| know what every name does                    | [interface](/api/index.md)                                                         |
`;
}

const frontMatter = `---
layout: home
hero:
  name: kernelbayes
  text: Probabilities that can be trusted
  tagline: Bayesian kernel classifiers for TypeScript. A table and a label column in; labels, probabilities and how sure they are out. Nothing to tune.
  image:
    src: /logo.svg
    alt: A curve between its bounds
  actions:
    - theme: brand
      text: A first fit
      link: /examples/01-first-fit.md
    - theme: alt
      text: Contents
      link: /contents.md
    - theme: alt
      text: Models
      link: /models/index.md
features:
  - title: Intervals
    details: Each class probability comes with an interval that says how well the probability itself is known, given how few rows it was learned from.
  - title: Scored on rows it has not seen
    details: Every fit predicts each of its training rows by a fit without it. Models are compared in one currency, the log predictive density.
  - title: Nothing to tune
    details: Kernel and regularisation are chosen by Bayesian evidence or by exact leave-one-out, from the training rows alone.
  - title: One model file
    details: A posterior is plain JSON that predicts the same numbers in Node, in a web page and on a server.
  - title: The same numbers again
    details: One seed in, the same results out, whatever the number of workers. Engines agree to ten digits.
  - title: Errors that help
    details: Row, column, what was expected and the next step. What could be wrong is in the warnings of the result, as data.
---
`;
