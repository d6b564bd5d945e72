import { lin } from "./lin/index.ts";
import { orkfd } from "./orkfd/index.ts";
import type { Paper } from "./paper.ts";

/** The papers that can be reproduced, in the order of the pages. */
export const papers: readonly Paper[] = [orkfd, lin];
