import { LatchkeyError } from '../../../errors.js';
import { worded } from '../worded.js';

/** A part of a setup that `latchkey doctor` looks at. */
export type SetupPart =
  | 'program'
  | 'settings'
  | 'database'
  | 'secrets'
  | 'clock'
  | 'configuration'
  | 'mail'
  | 'sender'
  | 'text messages'
  | 'address'
  | 'dashboard';

/** What was found out about one part. */
export type Finding = {
  readonly part: SetupPart;
  /** `unknown`: it could not be asked. */
  readonly is: 'right' | 'wrong' | 'unknown';
  /** What was found, in a sentence. It quotes no secret. */
  readonly says: string;
  /** What to do, in a sentence, where something is to be done. */
  readonly advice?: string | undefined;
};

export const right = (part: SetupPart, says: string): Finding => ({ part, is: 'right', says });

export const wrong = (part: SetupPart, says: string, advice?: string): Finding => ({ part, is: 'wrong', says, advice });

export const unknown = (part: SetupPart, says: string, advice?: string): Finding => ({
  part,
  is: 'unknown',
  says,
  advice,
});

/** What a look finds out. One that fails is a finding, too, and ends no other. */
export async function guarded(part: SetupPart, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    return [wrong(part, faultOf(error))];
  }
}

/** Of errors that are not ours the code alone: their texts may quote what stands in a row or a setting. */
function faultOf(error: unknown): string {
  // What a server says may have characters that move a terminal's cursor.
  if (error instanceof LatchkeyError) return worded(error).replaceAll(/\p{Cc}+/gu, ' ');
  return `It cannot be looked at (${codeOf(error)}).`;
}

/** A code, like ECONNREFUSED or CERT_HAS_EXPIRED, of an error or of its cause. */
export function codeOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: { code?: unknown }; name?: string };
  const known = [code, cause?.code].find((each) => typeof each === 'string');
  return typeof known === 'string' ? known : (name ?? 'unknown');
}

/** Whether a code says that a server's certificate is not trusted. */
export const isCertificateFault = (code: string): boolean => /CERT|SIGNED|VERIFY/.test(code);

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
