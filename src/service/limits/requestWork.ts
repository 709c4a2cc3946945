import { refused } from '../../contract/refusals.js';
import type { AnswerBudget } from '../http/answerBudget.js';
import { createFairShares, type FairShares, unshared, type Work } from './fairShares.js';
import { limits } from './limits.js';
import type { Share, ShareHolder, ShareHolders } from './shares.js';
import { createWindow } from './window.js';

/** What one may take of a process while others want to work. */
export type FairShareSettings = {
  /** A sub-organization; an address, too, as long as it is not known whose its requests are. */
  readonly organization: Share;
  /** An address with all of its organizations. */
  readonly address: Share;
  /** How long a request waits for its turn before it is refused. */
  readonly waitMs: number;
};

export const defaultFairShares: FairShareSettings = {
  organization: { ms: limits.workOfOrganization.most, running: limits.requestsOfOrganization.most },
  address: { ms: limits.workOfAddress.most, running: limits.requestsOfAddress.most },
  waitMs: limits.waitMs.most,
};

export type WorkSettings = {
  readonly fairShares: FairShareSettings | 'off';
  /** `Infinity`: as many as they like. */
  readonly queriesPerMinute: number;
};

/** Where a request comes from, as far as it is known. */
export type RequestSource = {
  /** The empty text where it is not known. */
  readonly clientAddress: string;
  /** Whether that is a trusted proxy's own address, which stands for many clients. */
  readonly isOfProxies?: boolean | undefined;
  readonly answerBudget?: AnswerBudget | undefined;
};

/** Whose a request is: its stamp verifies by a key of theirs. */
export type Requester = {
  readonly organizationId: string;
  /** `undefined`: who will be a user only by this request. */
  readonly userId: string | undefined;
  /** The auth proxy's own key stamped it: it stays charged to the address alone. */
  readonly isProxy: boolean;
  /** A parent organization's credential stamped it: such a one has no limits here. */
  readonly isParents: boolean;
  /** A root member deletes, votes or logs in: what others of the organization use is not in the way. */
  readonly comesFirst: boolean;
};

/** A request's work and its limits. */
export type RequestWork = Omit<Work, 'goOnFor'> & {
  /** Call it once the stamp is verified. @throws {RefusedError} TOO_MUCH_WORK */
  readonly knownToBe: (requester: Requester) => Promise<void>;
  /**
   * Counts a query by the credential that it is made with: whoever has stolen one session uses up nothing of another, which could end it.
   *
   * @throws {RefusedError} TOO_MUCH_WORK
   */
  readonly countQuery: (requester: Requester, credentialId: string) => void;
};

/** Opens the work of each request. @throws {RefusedError} TOO_MUCH_WORK */
export type OpenWork = (from: RequestSource) => Promise<RequestWork>;

/** @param clock - of the minutes of queries, in milliseconds. */
export function createWorkLimits(settings: WorkSettings, clock: () => number): OpenWork {
  const { fairShares, queriesPerMinute } = settings;
  const shares: Pick<FairShares, 'begin'> =
    fairShares === 'off' ? { begin: async () => unshared } : createFairShares(fairShares);
  const holdersOf = fairShares === 'off' ? noHolders : holdersBy(fairShares);
  const queries = createWindow(clock, { zero: { sent: 0 } });

  return async (from) => {
    const work = await shares.begin(holdersOf.stranger(from));
    return {
      charge: work.charge,
      chargeAll: work.chargeAll,
      end: work.end,
      async knownToBe(requester) {
        if (requester.isProxy) return;
        from.answerBudget?.check(requester);
        await work.goOnFor(holdersOf.known(from, requester));
        // Meanwhile others have had their answers, which are not taken yet.
        from.answerBudget?.check(requester);
      },
      countQuery({ organizationId, isProxy, isParents }, credentialId) {
        if (isProxy || isParents) return;
        if (queriesPerMinute === Number.POSITIVE_INFINITY) return;
        const count = queries.open(`${organizationId} ${credentialId}`, minuteMs);
        if (count.sent >= queriesPerMinute)
          throw refused('TOO_MUCH_WORK', { retryAfterMs: count.beganAtMs + minuteMs - clock() });
        count.sent += 1;
      },
    };
  };
}

const minuteMs = 60_000;

/** For calls that nobody sent. */
export const unlimitedWork: RequestWork = {
  charge: unshared.charge,
  chargeAll: unshared.chargeAll,
  end: unshared.end,
  knownToBe: async () => {},
  countQuery: () => {},
};

type HoldersOf = {
  readonly stranger: (from: RequestSource) => ShareHolders;
  readonly known: (from: RequestSource, requester: Requester) => ShareHolders;
};

const noHolders: HoldersOf = { stranger: () => [], known: () => [] };

function holdersBy({ organization, address }: FairShareSettings): HoldersOf {
  const half = { ms: organization.ms / 2, running: Math.max(1, Math.floor(organization.running / 2)) };
  const oneAtATime = { ms: organization.ms, running: 1 };
  const tenant = (name: string, share: Share): ShareHolder => ({ group: 'tenants', name, share });
  const ofAddress = ({ clientAddress, isOfProxies }: RequestSource): ShareHolder[] =>
    clientAddress === '' || isOfProxies ? [] : [{ group: 'addresses', name: clientAddress, share: address }];
  return {
    stranger: (from) =>
      // A group of their own: one client's requests that are not yet known are no other tenant beside those that are.
      ofAddress(from).flatMap((holder) => [{ group: 'strangers', name: holder.name, share: organization }, holder]),
    known(from, { organizationId, userId = 'nobody yet', isParents, comesFirst }) {
      if (isParents) {
        // Without limits, and there for others: they wait for it.
        const name = `parent ${organizationId}`;
        return [tenant(name, noShare), { group: 'addresses', name, share: noShare }];
      }
      if (comesFirst) return [tenant(`${organizationId} ${userId}`, oneAtATime), ...ofAddress(from)];
      const user = { group: `users of ${organizationId}`, name: userId, share: half };
      return [tenant(organizationId, organization), ...ofAddress(from), user];
    },
  };
}

const noShare: Share = { ms: Number.POSITIVE_INFINITY, running: Number.POSITIVE_INFINITY };
