import { bfd } from "./bfd/index.ts";
import { bkpc } from "./bkpc/index.ts";
import { btsvc } from "./btsvc/index.ts";
import { lin } from "./lin/index.ts";
import { orkfd } from "./orkfd/index.ts";
import type { Paper } from "./paper.ts";
import type { PaperName } from "./paperTitles.ts";

/** The papers by their names. */
export const papers: Readonly<Record<PaperName, Paper>> = { bfd, orkfd, btsvc, bkpc, lin };
