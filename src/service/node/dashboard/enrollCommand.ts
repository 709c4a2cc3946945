import { createAuthenticators } from '../../../contract/authenticators.js';
import type { Enrolment } from '../../../contract/enrolment.js';
import { getUser, whoami } from '../../../contract/users.queries.js';
import { fromBase64Url } from '../../../crypto/base64url.js';
import { checkClientData } from '../../../crypto/webauthn/clientData.js';
import { LatchkeyError } from '../../../errors.js';
import { enrolmentChallenge, enrolmentCheck, readEnrolment } from '../../../stampers/enrolment.js';
import type { Clock } from '../../tools.js';
import { asRootUser } from '../callerOf.js';
import type { ConfigEnvironment } from '../environment.js';
import { lineForTerminal } from '../forTerminal.js';
import type { Outputs } from '../outputs.js';
import { submitUnlessWaiting } from '../waiting.js';

/** What `latchkey admin enroll` is told. */
export type EnrollWanted = {
  /** As the dashboard's page shows it. */
  readonly text: string;
  /** Whose passkey it becomes; by default that of the root user whose key it is. */
  readonly userId?: string | undefined;
};

/** The outputs of a command that asks on the terminal, and what answers it: an empty text where nobody does. */
export type Dialog = Outputs & { readonly ask: (question: string) => Promise<string> };

/** `latchkey admin enroll`: prints where an operator makes a passkey to log in with. Nothing of it is secret. */
export function printEnrolAddress(dashboardUrl: string, { print, say }: Outputs): number {
  print(`${dashboardUrl}#enroll`);
  say('Open it with the device that you want to log in with. It shows the line to run here next.');
  return 0;
}

/**
 * `latchkey admin enroll TEXT`: registers the passkey that the dashboard's page has made, as the root user, once the person has typed the
 * eight characters that the page shows. The same text again changes nothing.
 *
 * @returns the exit code: 0 if the passkey is registered.
 * @throws {EnrolmentError} ENROLMENT_MALFORMED
 * @throws {EnrollError} ENROLMENT_REFUSED
 * @throws {RefusedError} USER_NOT_FOUND; what the coordinator refuses of the passkey
 */
export const enrollCommand = (
  environment: ConfigEnvironment & { readonly dashboardUrl: string },
  { text, userId: wantedUser }: EnrollWanted,
  { say, ask }: Dialog,
  clock: Clock = Date.now,
): Promise<number> =>
  asRootUser(
    environment,
    async (caller) => {
      const { dashboardUrl } = environment;
      const enrolment = readEnrolment(text);
      const { attestation, name: authenticatorName } = enrolment;
      const root = await caller.ask(whoami, {});
      if (enrolment.organizationId !== root.organizationId)
        throw refusedText(
          `It is for the organization ${enrolment.organizationId}, and this is ${root.organizationId}.`,
        );
      const userId = wantedUser ?? root.userId;
      const { user } = await caller.ask(getUser, { userId });
      if (user.authenticators.some(({ credentialId }) => credentialId === attestation.credentialId)) {
        say(lineForTerminal(`This passkey is already enrolled for ${user.userName}: nothing has changed.`));
        return 0;
      }
      const challenge = await enrolmentChallenge(enrolment);
      const { origin } = new URL(dashboardUrl);
      checkText(enrolment, { challenge, origin, nowMs: clock() });
      const name = JSON.stringify(authenticatorName);
      say(lineForTerminal(`The passkey ${name}, made at ${origin}, is to log in as ${user.userName} (${userId}).`));
      const typed = await ask('The eight characters that the page shows: ');
      if (written(typed) !== (await enrolmentCheck(text)))
        throw refusedText('Those are not the characters that belong to it.');
      const { status, fingerprint } = await submitUnlessWaiting(caller, createAuthenticators, {
        userId,
        authenticators: [{ authenticatorName, challenge, attestation }],
      });
      const isDone = status === 'ACTIVITY_STATUS_COMPLETED';
      say(
        isDone
          ? lineForTerminal(`${user.userName} can log in at ${dashboardUrl} by this passkey now.`)
          : `Other root users must approve the activity ${fingerprint} first.`,
      );
      return isDone ? 0 : 1;
    },
    clock,
  );

const mostAgeMs = 10 * 60_000;

/** @throws {EnrollError} ENROLMENT_REFUSED */
function checkText(
  { attestation, timeMs }: Enrolment,
  { challenge, origin, nowMs }: { readonly challenge: string; readonly origin: string; readonly nowMs: number },
): void {
  if (Math.abs(nowMs - timeMs) > mostAgeMs)
    throw refusedText(
      'It was not made within the last ten minutes, or the clocks of the two machines differ by that much.',
    );
  try {
    const ceremony = { type: 'webauthn.create', challenge, origins: [origin], crossOrigin: false } as const;
    checkClientData(fromBase64Url(attestation.clientDataJson), ceremony);
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error;
    throw refusedText(
      error.code === 'ORIGIN_MISMATCH'
        ? `It was made on another page than ${origin}.`
        : 'It is not as the page has made it: something in it was changed.',
      error,
    );
  }
}

/** What was typed, as the page writes it: a reader of Crockford's base32 takes O for 0, and I and L for 1. */
const written = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

const refusedText = (why: string, cause?: LatchkeyError): EnrollError =>
  new EnrollError(
    'ENROLMENT_REFUSED',
    `This text is not taken. ${why} Nothing has changed; make another on the page.`,
    { cause },
  );

/** A text of another page, time or organization, or one that was changed. */
class EnrollError extends LatchkeyError<'ENROLMENT_REFUSED'> {}
