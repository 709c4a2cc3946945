import { fingerprintOf, type Ledger, type Sent } from '../../../test/support/live/ledger.js';
import type { Contents } from './contents.js';
import { key, without } from './keys.js';

const pending = 'ACTIVITY_STATUS_PENDING';

/** Every running effect has a lease, and every lease a running effect: otherwise it would never end. */
export function leaseFaults({ activities, effects }: Contents): string[] {
  const underWay = activities
    .filter(({ status }) => status === pending)
    .map((row) => key(row.organization_id, row.activity_id));
  const leased = effects.map((row) => key(row.organization_id, row.activity_id));
  return [
    ...without(underWay, leased).map((each) => `an activity is under way without a lease: ${each}`),
    ...without(leased, underWay).map((each) => `a lease of what is not under way: ${each}`),
  ];
}

/** When all leases are over, everything has ended. */
export const unendedFaults = ({ activities }: Contents): string[] =>
  activities.filter(({ status }) => status === pending).map((row) => `an activity has not ended: ${row.activity_id}`);

/**
 * Compares a provider's requests with the record: an exchange was recorded before it began; the code was exchanged once if
 * the record says that it succeeded, and at most once if it failed.
 *
 * @param exchanges - how often each code was sent to the provider.
 */
export function exchangeFaults(
  { activities }: Contents,
  { acknowledged, unanswered }: Ledger,
  exchanges: ReadonlyMap<string, number>,
): string[] {
  const statuses = new Map(activities.map((row) => [key(row.organization_id, row.fingerprint), row.status]));
  const exchangeRequests = [...acknowledged, ...unanswered].filter(({ kind }) => kind === 'oauth2_authenticate');
  const recorded = new Map(
    exchangeRequests.map((sent) => [
      codeIn(sent),
      statuses.get(key(sent.organizationId ?? '', fingerprintOf(sent.body))) ?? 'not there',
    ]),
  );
  return [...new Set([...recorded.keys(), ...exchanges.keys()])].flatMap((code) => {
    const times = exchanges.get(code) ?? 0;
    const status = recorded.get(code) ?? 'not there';
    const isRight =
      times <= 1 && (times === 0 || status !== 'not there') && (times === 1 || status !== 'ACTIVITY_STATUS_COMPLETED');
    return isRight ? [] : [`a code was exchanged ${times} times, and its activity is ${status}`];
  });
}

const codeIn = ({ body }: Sent): string =>
  (JSON.parse(body) as { parameters: { authCode: string } }).parameters.authCode;
