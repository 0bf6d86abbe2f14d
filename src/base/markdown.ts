/** Markdown table with padded columns; the first row is the header. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/** Names as code, between which stands a comma or another text. */
export function codes(names: readonly string[], between = ', '): string {
  return names.map((name) => `\`${name}\``).join(between);
}

/** Page with `parts` between the markers `begin` and `end`. Throws an Error if a marker is missing. */
export function withGenerated(page: string, begin: string, end: string, parts: readonly string[]): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) {
    throw new Error(`the page lacks the markers of its generated part: ${begin}`);
  }
  return `${page.slice(0, from)}${begin}\n\n${parts.join('\n\n')}\n\n${page.slice(to)}`;
}
