import type { Contact, Sent, Step } from './otpMachine.js';
import { recall, remember } from './recall.js';

/** What a tab keeps of a login under way and of the last one: contacts, ids and times, and nothing secret. */
export type KeptLogin = {
  /** Where the person was, if codes were sent. */
  readonly step?: Step | undefined;
  /** Who logged in last. */
  readonly last?: Pick<Contact, 'channel' | 'shown'> | undefined;
};

/** What this tab keeps for a configuration; codes that have died meanwhile are left out. */
export function keptLogin(authProxyConfigId: string, nowMs: number): KeptLogin {
  try {
    const { step, last } = JSON.parse(recall('sessionStorage', nameOf(authProxyConfigId)) ?? '{}') as KeptLogin;
    const sent = step?.sent && living(step.sent, nowMs);
    const contact = last ?? step?.sent?.to;
    return { step: step && sent && { at: step.at, sent }, last: isContact(contact) ? contact : undefined };
  } catch {
    return {};
  }
}

export function keepLogin(authProxyConfigId: string, { step, last }: KeptLogin): void {
  const kept = { ...(step?.sent && { step }), ...(last && { last: { channel: last.channel, shown: last.shown } }) };
  const text = Object.keys(kept).length === 0 ? undefined : JSON.stringify(kept);
  remember('sessionStorage', nameOf(authProxyConfigId), text);
}

const nameOf = (authProxyConfigId: string) => `latchkey.login.${authProxyConfigId}`;

function living(sent: Sent, nowMs: number): Sent | undefined {
  const [newest, ...earlier] = sent.codes.filter(({ expiresAtMs }) => nowMs < expiresAtMs);
  return newest?.otpId && isContact(sent.to) && sent.to.address ? { ...sent, codes: [newest, ...earlier] } : undefined;
}

/** What an earlier version kept, or another script, may read otherwise. */
function isContact(contact: Pick<Contact, 'channel' | 'shown'> | undefined): boolean {
  return /^(email|sms)$/.test(contact?.channel ?? '') && typeof contact?.shown === 'string';
}
