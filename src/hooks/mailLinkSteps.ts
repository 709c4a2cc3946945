import type { Client } from '../client/createClient.js';
import { takeEmailLink } from '../client/flows/emailLink.js';
import { lookIntoLink } from '../client/links/lookIntoLink.js';
import type { SentLink } from '../client/links/requestLink.js';
import { loadPart } from '../client/loadPart.js';
import type { LinkPurpose } from '../contract/linkParameters.js';
import type { LatchkeyError } from '../errors.js';

/** The step of an e-mail link. */
export type MailLinkStep =
  /** The URL and this browser's keys are being read. */
  | { readonly at: 'looking' }
  | { readonly at: 'asking'; readonly email: string }
  /** It was sent, and may be opened in any tab of this browser, or its code pasted here. */
  | { readonly at: 'sent'; readonly email: string; readonly resendAtMs: number; readonly isPasting: boolean }
  /** The page was opened with it, in the browser that requested it. Nothing has happened yet. */
  | { readonly at: 'opened'; readonly email: string | undefined }
  /** The browser's dialog asks for the passkey of a recovery. */
  | { readonly at: 'waiting'; readonly email: string | undefined }
  /** The page was opened with it, in another browser. */
  | { readonly at: 'elsewhere' }
  | { readonly at: 'expired' | 'used'; readonly email: string | undefined }
  /** The account has its new passkey. */
  | { readonly at: 'recovered' }
  | { readonly at: 'done' };

/**
 * A page's first step: the link that it was opened with, else one that was sent. No request is made.
 *
 * @throws {LinkError} LINK_MALFORMED
 */
export async function firstStep(client: Client, purpose: LinkPurpose): Promise<MailLinkStep | undefined> {
  const link = takeEmailLink(purpose);
  if (link === undefined) {
    const { lastRequested } = await loadPart(import('../client/links/requestLink.js'));
    const sent = await lastRequested(client, purpose);
    return sent && sentStep(sent);
  }
  try {
    return { at: 'opened', email: await lookIntoLink(client, { link, purpose }) };
  } catch (error) {
    if ((error as LatchkeyError).code === 'LINK_FOR_ANOTHER_BROWSER') return { at: 'elsewhere' };
    const dead = deadStep(error, undefined);
    if (dead) return dead;
    throw error;
  }
}

export const sentStep = ({ email, sentAtMs }: SentLink): MailLinkStep => ({
  at: 'sent',
  email,
  resendAtMs: sentAtMs + resendAfterMs,
  isPasting: false,
});

/** The step of a link that no longer works; `undefined` for every other error. */
export function deadStep(error: unknown, email: string | undefined): MailLinkStep | undefined {
  const { code } = error as LatchkeyError;
  if (code === 'LINK_USED') return { at: 'used', email };
  return code === 'LINK_EXPIRED' ? { at: 'expired', email } : undefined;
}

/** The link's address, if known. */
export const emailOf = (step: MailLinkStep): string | undefined => ('email' in step ? step.email : undefined);

/** How long a person waits before another link can be requested. */
const resendAfterMs = 30_000;
