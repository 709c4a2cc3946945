/** The groups of a national number, by dialling code, as mobile numbers are written there. Others: threes. */
function sizesOf(dial: string | undefined): number[] {
  const table =
    '1:334 7:3322 31:18 33:12222 34:333 39:334 44:46 46:2322 49:38 52:244 54:244 55:254 61:333 65:44 81:244 82:244 86:344 91:55 852:44';
  const sizes = table.split(' ').find((entry) => entry.startsWith(`${dial}:`));
  return [...(sizes?.split(':')[1] ?? '33333')].map(Number);
}

/** A national number with a space after each group; further digits stay in the last one. */
export function groupDigits(digits: string, dial: string | undefined): string {
  const sizes = sizesOf(dial);
  const trunk = dial !== '1' && dial !== '39' && digits.startsWith('0') ? 1 : 0;
  const parts: string[] = [];
  let from = 0;
  for (const [index, size] of sizes.entries()) {
    const to = index === sizes.length - 1 ? digits.length : from + size + (index === 0 ? trunk : 0);
    parts.push(digits.slice(from, to));
    from = to;
  }
  return parts.filter((part) => part !== '').join(' ');
}

/** The field's text after a key, with our spaces. Text with other grouping, or other characters than digits, is left unchanged. */
export function regroupDigits(before: string, typed: string, dial: string | undefined): string {
  const isOurs = before === groupDigits(before.replaceAll(' ', ''), dial);
  const spaces = (text: string) => text.split(' ').length;
  if (!isOurs || /[^\d ]/.test(typed) || spaces(typed) > spaces(before)) return typed;
  return groupDigits(typed.replaceAll(' ', ''), dial);
}
