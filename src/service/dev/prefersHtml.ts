/**
 * Whether an Accept header prefers a page to JSON, as browsers do when a person opens an address. A header that names neither
 * prefers JSON, and so does a tie.
 *
 * @see RFC 9110, 12.5.1
 */
export function prefersHtml(accept: string | null): boolean {
  const ranges = (accept ?? '').split(',').map(readRange);
  const weightOf = (type: string) => ranges.find((range) => range.type === type)?.weight;
  const html = weightOf('text/html') ?? 0;
  const json = weightOf('application/json') ?? weightOf('application/*') ?? weightOf('*/*') ?? 0;
  return html > json;
}

/** `text/html;q=0.8` → its type in lower case and its weight, 1 where none is given. */
function readRange(range: string): { type: string; weight: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return { type, weight: Number.isFinite(weight) ? weight : 0 };
}
