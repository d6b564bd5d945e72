import { markup, type Markup, type MarkupPart } from "./markup.ts";

/** A column of a table in the page. */
export interface TableColumn {
  readonly title: string;
  /** Numbers stand to the right. */
  readonly isNumber?: boolean;
  /** Sentences, which need some width to be read. */
  readonly isLong?: boolean;
}

/**
 * A table with a caption, whose first cell of each line is its heading. It scrolls by itself where the page is too narrow, and can be
 * reached by the keyboard for that.
 */
export function htmlTable(
  caption: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly MarkupPart[])[],
): Markup {
  const style = ({ isNumber, isLong }: TableColumn): Markup | undefined =>
    isNumber ? markup`class="number"` : isLong ? markup`class="long"` : undefined;
  return markup`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>${caption}</caption>
      <thead>
        <tr>
          ${columns.map((column) => markup`<th scope="col" ${style(column)}>${column.title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            markup`<tr>
              ${row.map((cell, at) => (at === 0 ? markup`<th scope="row" ${style(columns[at])}>${cell}</th>` : markup`<td ${style(columns[at])}>${cell}</td>`))}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}
