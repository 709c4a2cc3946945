import type { OtpType } from '../../contract/contact.js';
import { limits } from './limits.js';
import { createWindow } from './window.js';

/** A login that was refused, and by what the person is known. */
export type RefusedLogin = {
  /** The organization that it named: the parent, or one of its sub-organizations. */
  readonly organizationId: string;
  readonly about:
    | { readonly kind: 'contact'; readonly otpType: OtpType; readonly contact: string }
    | { readonly kind: 'code'; readonly otpId: string }
    | { readonly kind: 'credential'; readonly lookupKey: string }
    | RefusedOrigin;
  /** Whether it was the person's own device, as far as it has shown that; of a code it is found out by its requester. */
  readonly by: 'own' | 'strangers' | 'origins';
  /** The call's name, and the refusal's code. */
  readonly step: string;
  readonly code: string;
  readonly atMs: number;
};

/** A page that may not ask, so that nobody looks whom its request is about. */
export type RefusedOrigin = { readonly kind: 'origin'; readonly origin: string };

/** Refused logins that have not been written down yet, in the memory of this process. */
export type RefusedLogins = {
  /** Takes note of one, without waiting for anything; or of none, where there were too many. */
  readonly note: (login: RefusedLogin, clientAddress: string) => void;
  /** Those of the last seconds, once they are old enough to be written. */
  readonly take: (when?: 'due' | 'now') => readonly RefusedLogin[];
};

const minuteMs = 60_000;
/** Between two writings. */
const everyMs = 5_000;
/** Of one address in a minute: so many are enough to see what goes wrong, and a flood of refusals is no flood of writing. */
const mostOfAddress = limits.refusedLoginsOfAddress.most;
const mostOriginsOfAddress = limits.refusedOriginsOfAddress.most;
/** In one writing, of own devices, of strangers and of origins each; and of one organization, so that a flood there hides nothing elsewhere. */
const mostAtOnce = limits.refusedLogins.most;
const mostOfOrganization = limits.refusedLoginsOfOrganization.most;

export function createRefusedLogins(clock: () => number): RefusedLogins {
  const addresses = createWindow(clock, { zero: { noted: 0 }, most: 10_000 });
  let kept: RefusedLogin[] = [];
  let lastMs = clock();
  return {
    note(login, clientAddress) {
      const alike = kept.filter(({ by }) => by === login.by);
      if (alike.length >= mostAtOnce) return;
      const ofOrganization = alike.filter(({ organizationId }) => organizationId === login.organizationId);
      if (ofOrganization.some(({ about }) => isSameOrigin(about, login.about))) return; // a page that asks again and again
      if (ofOrganization.length >= mostOfOrganization) return;
      if (clientAddress !== '') {
        // Counted apart: a page that may not ask, which whoever visits it does not choose, hides no login that was refused.
        const isOrigin = login.about.kind === 'origin';
        const count = addresses.open(isOrigin ? `origins ${clientAddress}` : clientAddress, minuteMs);
        if (count.noted >= (isOrigin ? mostOriginsOfAddress : mostOfAddress)) return;
        count.noted += 1;
      }
      kept.push(login);
    },
    take(when = 'due') {
      const passedMs = clock() - lastMs;
      if (kept.length === 0 || (when === 'due' && passedMs >= 0 && passedMs < everyMs)) return [];
      const taken = kept;
      kept = [];
      lastMs = clock();
      return taken;
    },
  };
}

const isSameOrigin = (one: RefusedLogin['about'], other: RefusedLogin['about']): boolean =>
  one.kind === 'origin' && other.kind === 'origin' && one.origin === other.origin;
