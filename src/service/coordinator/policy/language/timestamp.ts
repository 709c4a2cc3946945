/**
 * The moment that an RFC 3339 text names, in milliseconds since 1970; `undefined` where it names none, or has another offset than
 * zero. @see docs/wire.md 7.2
 */
export function readTimestamp(text: string): number | undefined {
  const found = /^(\d{4}-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d))(\.\d{1,9})?(?:[Zz]|[+-]00:00)$/.exec(text);
  if (!found) return undefined;
  const [, seconds = '', , , , , , fraction = ''] = found;
  const whole = `${seconds.toUpperCase()}Z`;
  const ms = Date.parse(whole);
  // Dates that no calendar has are moved to the next month by some engines.
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== `${whole.slice(0, -1)}.000Z`) return undefined;
  return ms + Math.floor(Number(`0${fraction}`) * 1000);
}
