/**
 * The calling code that an E.164 number begins with, without `+`: `'44'` of `+442071838750`. No calling code is a prefix of another.
 *
 * @returns `undefined` if the number begins with an unassigned code.
 * @see ITU-T E.164, 6.2.1 and Annex A
 */
export function callingCodeOf(e164: string): string | undefined {
  const digits = e164.slice(1);
  return [1, 2, 3].map((length) => digits.slice(0, length)).find((code) => callingCodes.has(code));
}

/**
 * Every calling code that is in use: of countries and areas, then of services that belong to none (freephone, shared cost,
 * satellite, universal numbers, networks, disaster relief, premium rate).
 *
 * @see ITU-T E.164, Annex to Operational Bulletin 1114 (15.XII.2016); 970, reserved there, is in use
 */
const callingCodes: ReadonlySet<string> = new Set([
  ...of('', '1 7'),
  ...of('2', '0 7'),
  ...of('3', '0 1 2 3 4 6 9'),
  ...of('4', '0 1 3 4 5 6 7 8 9'),
  ...of('5', '1 2 3 4 5 6 7 8'),
  ...of('6', '0 1 2 3 4 5 6'),
  ...of('8', '1 2 4 6'),
  ...of('9', '0 1 2 3 4 5 8'),
  ...of('21', '1 2 3 6 8'),
  ...of('22', '0 1 2 3 4 5 6 7 8 9'),
  ...of('23', '0 1 2 3 4 5 6 7 8 9'),
  ...of('24', '0 1 2 3 4 5 6 7 8 9'),
  ...of('25', '0 1 2 3 4 5 6 7 8'),
  ...of('26', '0 1 2 3 4 5 6 7 8 9'),
  ...of('29', '0 1 7 8 9'),
  ...of('35', '0 1 2 3 4 5 6 7 8 9'),
  ...of('37', '0 1 2 3 4 5 6 7 8 9'),
  ...of('38', '0 1 2 3 5 6 7 9'),
  ...of('42', '0 1 3'),
  ...of('50', '0 1 2 3 4 5 6 7 8 9'),
  ...of('59', '0 1 2 3 4 5 6 7 8 9'),
  ...of('67', '0 2 3 4 5 6 7 8 9'),
  ...of('68', '0 1 2 3 5 6 7 8 9'),
  ...of('69', '0 1 2'),
  ...of('85', '0 2 3 5 6'),
  ...of('88', '0 6'),
  ...of('96', '0 1 2 3 4 5 6 7 8'),
  ...of('97', '0 1 2 3 4 5 6 7'),
  ...of('99', '2 3 4 5 6 8'),
  ...of('8', '00 08 70 78 81 82 83 88'),
  ...of('97', '9'),
]);

function of(start: string, ends: string): string[] {
  return ends.split(' ').map((end) => start + end);
}
