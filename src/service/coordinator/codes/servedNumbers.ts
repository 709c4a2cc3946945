import type { AuthProxySettings } from '../../../contract/authProxy.records.js';
import { callingCodeOf } from '../../configuration/callingCode.js';

/**
 * Whether codes are texted to a number. Not to unassigned calling codes, to services outside of countries, or to numbers with additional
 * charges, whose owners are paid for each message.
 *
 * The list of national premium-rate and shared-cost ranges covers some countries that publish them, and is not complete; the caps limit the
 * rest.
 */
export function isServed(e164: string, { allow, deny }: AuthProxySettings['smsCountries']): boolean {
  const callingCode = callingCodeOf(e164);
  if (callingCode === undefined || deny?.includes(callingCode)) return false;
  if (allow ? !allow.includes(callingCode) : services.has(callingCode)) return false;
  return !paidRanges[callingCode]?.test(nationalNumber(e164, callingCode));
}

/** Without the trunk zero, which many write and networks skip. In Italy the zero is part of the number. @see ITU-T E.164, 6.2.1 */
function nationalNumber(e164: string, callingCode: string): string {
  const digits = e164.slice(1 + callingCode.length);
  return callingCode === '39' ? digits : digits.replace(/^0+/, '');
}

/**
 * Freephone, shared cost, satellite, universal numbers, international networks, disaster relief, premium rate. 991, a former trial, is
 * unassigned.
 *
 * @see ITU-T E.164, Annex to Operational Bulletin 1114 (15.XII.2016)
 */
const services: ReadonlySet<string> = new Set(['800', '808', '870', '878', '881', '882', '883', '888', '979']);

/**
 * National numbers of premium rate and shared cost, and personal numbers with similar charges. None of them is a mobile number, according
 * to libphonenumber's metadata (November 2026).
 */
const paidRanges: Readonly<Record<string, RegExp>> = {
  // North American Numbering Plan: area code 900, and the information services of every other (976). @see nanpa.com
  '1': /^(900|[2-9]\d\d976)/,
  // Netherlands: 0900, 0906, 0909. @see ACM, Nummerplan telefoon- en ISDN-diensten
  '31': /^90[069]/,
  // Belgium: 070, 078 79, 090x. @see BIPT, numbering plan
  '32': /^(70|7879|90)/,
  // France: 081x, 082x, 089x; 083x to 086x and 088x, of which today none is given. @see ARCEP, plan de numérotation
  '33': /^8[1-689]/,
  // Spain: 803, 806, 807, 905, 907; 901, 902; personal numbers, 70x. @see CNMC, Plan nacional de numeración
  '34': /^(70|80[367]|90[1257])/,
  // Italy: 0878, 144, 163, 164, 166, 178, 199, 84x, 89x. @see AGCOM, Piano di numerazione
  '39': /^(0878|144|16[346]|178|199|84|89)/,
  // Switzerland: 084x, 0900, 0901, 0906; personal numbers, 0878. @see BAKOM, Nummerierungsplan E.164
  '41': /^(84|878|90[016])/,
  // Austria: 0810, 082x; 086x, 089x; 0900, 0901, 0930, 0931, 0939. @see RTR, KEM-V
  '43': /^(810|82|86|89|90[01]|93[019])/,
  // United Kingdom: 070, 084, 087, 09. @see Ofcom, National Telephone Numbering Plan
  '44': /^(70|84|87|9)/,
  // Sweden: 0649, 0900, 0939, 0944, 099 (mass calls); shared cost, 077; personal numbers, 075. @see PTS, numbering plan
  '46': /^(649|75|77|900|939|944|99)/,
  // Germany: 0118, 0137, 0138, 0180, 0700, 0900. @see Bundesnetzagentur, Nummernplan Rufnummern
  '49': /^(118|13[78]|180|700|900)/,
  // Australia: 13, 190. @see ACMA, Telecommunications Numbering Plan
  '61': /^(13|190)/,
  // Japan: 0570, 0990. @see MIC, numbering plan
  '81': /^(570|990)/,
};
