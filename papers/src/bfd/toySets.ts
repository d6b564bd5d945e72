/** A toy set of the authors in the plane. */
export interface ToySet {
  readonly name: string;
  /** Values of θ₂ that searches with the composite kernel start from, all other parameters being 1. 1 is among them. */
  readonly starts: readonly number[];
  /** How many of the two columns tell the classes apart; where it is one, that is x₂. */
  readonly relevant: 1 | 2;
}

/** The toy sets, with the protocol of the paper. */
export const toySets: readonly ToySet[] = [
  { name: "spiral", starts: [1, 10, 100], relevant: 2 },
  { name: "overlap", starts: [0.015, 0.1, 1], relevant: 1 },
  { name: "bumpy", starts: [0.01, 0.1, 1], relevant: 2 },
  { name: "relevance", starts: [0.01, 0.1, 1], relevant: 1 },
];

/** The start of Figure 8, from which the search ends in a poor optimum. */
export const poorStart = { set: "spiral", start: 1 } as const;
