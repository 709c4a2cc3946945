import { isLogoUrl } from '../configuration/logoUrl.js';
import { escapeHtml } from '../escapeHtml.js';
import { type GivenName, kindsOfTemplates, longestGiven } from './kinds.js';
import type { Piece } from './placeholders.js';
import { holesOfText, type ReadTemplateText, type TemplateFrame } from './readTemplate.js';

/** What a mail has to give to its template. */
export type TemplateUse = {
  readonly variables: Readonly<Record<string, string>>;
  /** Whether there is a magic link to put what the mail carries in. */
  readonly link: 'given' | 'none';
};

/**
 * What keeps a template from being filled, if something does: a place that nothing is given for, no address where it is one, or a mail
 * that could be too long.
 */
export function faultOfUse(
  read: ReadTemplateText,
  { kind }: TemplateFrame,
  { variables, link }: TemplateUse,
): string | undefined {
  const gives: readonly string[] = kindsOfTemplates[kind].gives;
  for (const { name, place } of holesOfText(read)) {
    if (gives.includes(name)) {
      if (name === 'link' && link === 'none') return 'it shows {{link}}, and there is no magicLinkTemplate';
      continue;
    }
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined) return `templateVariables does not give ${name}`;
    if (place !== 'text' && place !== 'attribute' && !isLogoUrl(value)) return `${name} must be an https URL`;
  }
  return faultOfLength(read, kindsOfTemplates[kind].gives, variables);
}

/** Characters that the parts of a mail may have, its last words not counted. A subject is one line. @see RFC 5322, 2.1.1 */
const most = { subject: 998, text: 131_072, html: 262_144 } as const;

/** `&quot;` for each character. */
const longestEscape = 6;

/** A place may stand in a template thousands of times, so that the mail is measured, and not made. */
function faultOfLength(
  { subject, text, html }: ReadTemplateText,
  gives: readonly GivenName[],
  variables: TemplateUse['variables'],
): string | undefined {
  const given = (name: string) => gives.find((each) => each === name);
  const plain = (name: string): number => {
    const known = given(name);
    return known ? longestGiven[known] : (variables[name] ?? '').length;
  };
  const escaped = (name: string): number =>
    given(name) ? plain(name) * longestEscape : escapeHtml(variables[name] ?? '').length;
  const lengths = {
    subject: lengthOf(subject, plain),
    text: lengthOf(text, plain),
    html: lengthOf(html.pieces, escaped),
  };
  const part = (['subject', 'text', 'html'] as const).find((each) => lengths[each] > most[each]);
  return part && `its ${part} could have more than ${most[part]} characters`;
}

function lengthOf(pieces: readonly Piece[], lengthAt: (name: string) => number): number {
  const known = new Map<string, number>();
  let length = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') length += piece.length;
    else {
      const value = known.get(piece.name) ?? lengthAt(piece.name);
      known.set(piece.name, value);
      length += value;
    }
  }
  return length;
}
