import { useGetLimitsUse, useGetStatistics } from 'latchkey';
import type { LimitUse, Statistic } from 'latchkey/contract';
import { beginningOf, endOfHour } from '../../parts/range.js';
import { ofKind, sum } from '../../parts/statistics.js';

/** How much something was used, as sentences for whoever takes it away: none where that is not known. */
export type Lately = (isOfIt: (method: string, kind: Statistic['kind']) => boolean) => readonly string[];

/** What was used in the last 30 days. */
export function useLately(): Lately {
  const now = new Date();
  const asked = { from: String(beginningOf('month', now)), to: String(endOfHour(now)), resolution: 'DAY' } as const;
  const { data } = useGetStatistics(asked);
  return (isOfIt) => {
    if (!data) return [];
    const [logins, signups] = (['LOGIN', 'SIGNUP'] as const).map((kind) =>
      sum(ofKind(data.spans, kind).filter(({ method = '' }) => isOfIt(method, kind))),
    ) as [number, number];
    if (logins + signups === 0) return ['Nobody has used it in the last 30 days, as far as was counted.'];
    return [`Used in the last 30 days: about ${counted(logins, 'login')} and ${counted(signups, 'sign-up')}.`];
  };
}

const counted = (number: number, name: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? name : `${name}s`}`;

/** How much of a cap the last hour has used: `undefined` where that is not known. */
export type UsedOf = (limit: LimitUse['limit']) => string | undefined;

export function useUsed(): UsedOf {
  const { data } = useGetLimitsUse({});
  return (limit) => {
    if (!data) return undefined;
    const uses = data.uses.filter((use) => use.limit === limit);
    if (limit !== 'textsPerHourAndCallingCode') return `In the last hour: ${uses.map(wordsOf).join(', ')}.`;
    if (uses.length === 0) return 'In the last hour: none.';
    const [first, second, third, ...others] = uses.toSorted((one, other) => other.used - one.used);
    const named = [first, second, third].flatMap((use) => (use ? [`${wordsOf(use)} to +${use.callingCode}`] : []));
    return `In the last hour: ${[...named, ...(others.length > 0 ? [`and ${others.length} more`] : [])].join(', ')}.`;
  };
}

const wordsOf = ({ used, devices }: LimitUse): string =>
  `${used.toLocaleString('en')} ${devices === 'NEW' ? 'to new devices' : 'to known ones'}`;
