import { asciiDigits } from '../../login/asciiDigits.js';
import { decimalOf } from '../../reading/effect.js';
import { latinDigits } from '../timeText.js';

/** How many digits of an amount stand behind the point. */
type Unit = { readonly decimals: number };

/** An amount of smallest units with every digit, with a language's marks: `1,000.5`. */
export function amountIn(locale: string, units: bigint, { decimals }: Unit): string {
  const [whole = '0', rest] = decimalOf(units, decimals).split('.');
  const format = new Intl.NumberFormat(locale, latinDigits);
  return rest === undefined ? format.format(BigInt(whole)) : `${format.format(BigInt(whole))}${markOf(format)}${rest}`;
}

/** The same with six digits behind the point at most, and never more than there is: less than that is `< 0.000001`. */
export function shortAmountIn(locale: string, units: bigint, { decimals }: Unit): string {
  if (decimals <= shown) return amountIn(locale, units, { decimals });
  const cut = units / 10n ** BigInt(decimals - shown);
  if (cut === 0n && units > 0n) return `< ${amountIn(locale, 1n, { decimals: shown })}`;
  return amountIn(locale, cut, { decimals: shown });
}

const shown = 6;

/** The language's mark before the digits behind the point. */
const markOf = (format: Intl.NumberFormat): string =>
  format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/**
 * What typed text says, in smallest units: digits with the language's mark, or a point. `undefined`: it is no amount, or could be read as
 * two, like 1,000.
 */
export function unitsIn(text: string, { decimals }: Unit, locale: string): bigint | 'too many decimals' | undefined {
  const typed = asciiDigits(text)
    .replace(/[\s\u200e\u200f]/g, '')
    .replace(/[\uff0c\uff0e]/g, (wide) => (wide === '\uff0e' ? '.' : ','));
  const mark = markOf(new Intl.NumberFormat(locale, latinDigits));
  const [, whole = '', written, rest = ''] = /^(\d{0,40})(?:([.,\u066b])(\d{0,80}))?$/.exec(typed) ?? [];
  if (whole === '' && rest === '') return undefined;
  const mayGroup = written !== undefined && written !== mark && written !== '\u066b';
  if (mayGroup && (written === ',' || (rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole)))) return undefined;
  const digits = rest.replace(/0+$/, '');
  if (digits.length > decimals) return 'too many decimals';
  return BigInt(`${whole || '0'}${digits.padEnd(decimals, '0')}`);
}
