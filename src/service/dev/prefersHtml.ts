/**
 * Whether an Accept header prefers a page to JSON, as browsers do for navigations: by weight, and for equal weights by order. A header
 * without a page type prefers JSON.
 *
 * @see RFC 9110, 12.5.1
 */
export function prefersHtml(accept: string | null): boolean {
  const ranges = (accept ?? '')
    .split(',')
    .map(readRange)
    .sort((one, other) => other.weight - one.weight);
  const first = ranges.find(({ type, weight }) => weight > 0 && (type === 'text/html' || isJson(type)));
  return first?.type === 'text/html';
}

const isJson = (type: string): boolean => ['application/json', 'application/*', '*/*'].includes(type);

/** `text/html;q=0.8` → its type in lower case and its weight, 1 where none is given. */
function readRange(range: string): { type: string; weight: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return { type, weight: Number.isFinite(weight) ? weight : 0 };
}
