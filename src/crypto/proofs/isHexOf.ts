/** Whether a value is lowercase hex of so many bytes: where one row of bytes has exactly one text. */
export const isHexOf = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && value.length === 2 * bytes && /^[\da-f]*$/.test(value);
