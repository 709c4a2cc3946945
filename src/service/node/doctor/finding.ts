/** A part of a setup that `latchkey doctor` looks at. */
export type Part =
  | 'program'
  | 'settings'
  | 'database'
  | 'secrets'
  | 'clock'
  | 'configuration'
  | 'mail'
  | 'sender'
  | 'text messages'
  | 'address';

/** What was found out about one part. */
export type Finding = {
  readonly part: Part;
  /** `unknown`: it could not be asked. */
  readonly is: 'right' | 'wrong' | 'unknown';
  /** What was found, in a sentence. It quotes no secret. */
  readonly says: string;
  /** What to do, in a sentence, where something is to be done. */
  readonly advice?: string | undefined;
};

export const right = (part: Part, says: string): Finding => ({ part, is: 'right', says });

export const wrong = (part: Part, says: string, advice?: string): Finding => ({ part, is: 'wrong', says, advice });

export const unknown = (part: Part, says: string, advice?: string): Finding => ({ part, is: 'unknown', says, advice });

/** How far two clocks may be apart, in milliseconds: stamps and tokens of identity providers are dated. */
const mostApartMs = 5_000;

/**
 * What another clock says.
 *
 * @param whose - at the beginning of a sentence: `The database's`.
 * @param saidMs - when it was asked, by this machine's clock, and what it answered.
 */
export function clockFinding(
  whose: string,
  { askedMs, answeredMs, saidMs }: { readonly askedMs: number; readonly answeredMs: number; readonly saidMs: number },
): Finding {
  const apartMs = saidMs < askedMs ? askedMs - saidMs : Math.max(0, saidMs - answeredMs);
  const says = `${whose} clock and this machine's are ${apartMs < 1_000 ? 'less than a second' : `${Math.round(apartMs / 1_000)} s`} apart.`;
  if (apartMs <= mostApartMs) return right('clock', says);
  return wrong('clock', says, 'Let both machines set their clocks by NTP: codes, stamps and tokens are dated.');
}
