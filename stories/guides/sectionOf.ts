/** A section of a page of docs, without its heading: what a guide says is written there, and nowhere else. */
export function sectionOf(markdown: string, heading: string): string {
  const lines = markdown.split('\n');
  const first = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  const level = /^#+/.exec(lines[first] ?? '')?.[0].length;
  if (level === undefined) throw new Error(`No section is called ${heading}.`);
  let isCode = false;
  const end = lines.findIndex((line, at) => {
    if (at <= first) return false;
    if (line.trimStart().startsWith('```')) isCode = !isCode;
    return !isCode && (/^#+(?= )/.exec(line)?.[0].length ?? Number.POSITIVE_INFINITY) <= level;
  });
  return lines
    .slice(first + 1, end < 0 ? undefined : end)
    .join('\n')
    .trim();
}
