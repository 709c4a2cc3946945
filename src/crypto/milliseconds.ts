/** Whether a value is a time of the wire: decimal text without sign or leading zero, below 2⁵³. */
export function isMilliseconds(value: unknown): value is string {
  return typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) && Number.isSafeInteger(Number(value));
}
