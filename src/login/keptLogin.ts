import type { Contact, Sent, Step } from './otpMachine.js';
import { recall, remember } from './recall.js';

/** The stored data of a tab's current and last login: contacts, ids and times, nothing secret. */
export type KeptLogin = {
  /** The step, if codes were sent. */
  readonly step?: Step | undefined;
  /** The last login. */
  readonly last?: Pick<Contact, 'channel' | 'shown'> | undefined;
};

/** This tab's stored data for a configuration; expired codes are left out. */
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

/** Data of an earlier version, or of another script, may have another shape. */
function isContact(contact: Pick<Contact, 'channel' | 'shown'> | undefined): boolean {
  return /^(email|sms)$/.test(contact?.channel ?? '') && typeof contact?.shown === 'string';
}
