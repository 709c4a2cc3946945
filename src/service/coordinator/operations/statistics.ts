import { refused } from '../../../contract/refusals.js';
import type { getLimitsUse, getStatistics, Statistic } from '../../../contract/statistics.queries.js';
import { settingsFor } from '../../configuration/authProxyConfigs.js';
import { hourMs } from '../../limits/hourCounts.js';
import { capUses } from '../codes/codeCaps.js';
import type { AnswerQuery } from '../engine/handlers/handler.js';
import { happenedIn } from '../records/statistics.js';

/** Each span is read by itself, so that no statement reads more than a day. */
const answerGetStatistics: AnswerQuery<typeof getStatistics> = async (
  { from, to, resolution },
  { tools, db, organization },
) => {
  const { lengthMs, most } = resolutions[resolution];
  const firstMs = Math.floor(Number(from) / hourMs) * hourMs;
  const untilMs = Math.ceil((Number(to) + 1) / hourMs) * hourMs;
  const spans = Math.ceil((untilMs - firstMs) / lengthMs);
  if (spans < 1) throw wrong('must not be before from');
  if (spans > most) throw wrong(`must be within ${most} ${resolution === 'DAY' ? 'days' : 'hours'} of from`);
  const found: { readonly from: string; readonly statistics: Statistic[] }[] = [];
  for (let fromMs = firstMs; fromMs < untilMs && fromMs <= tools.clock(); fromMs += lengthMs) {
    const span = {
      organizationId: organization.organization_id,
      fromMs,
      untilMs: Math.min(fromMs + lengthMs, untilMs),
    };
    const statistics = (await happenedIn(db, span)).map(written);
    if (statistics.length > 0) found.push({ from: String(fromMs), statistics });
  }
  return { spans: found };
};

/** How long a span is, and how many of them there may be in one answer. */
const resolutions = {
  HOUR: { lengthMs: hourMs, most: 7 * 24 },
  DAY: { lengthMs: 24 * hourMs, most: 92 },
} as const;

const wrong = (description: string) => refused('REQUEST_INVALID', { fieldViolations: [{ field: 'to', description }] });

const written = ({ kind, method, step, code, times }: Awaited<ReturnType<typeof happenedIn>>[number]): Statistic => ({
  kind,
  ...(method !== '' && { method }),
  ...(step !== '' && { step }),
  ...(code !== '' && { code }),
  times,
});

const answerGetLimitsUse: AnswerQuery<typeof getLimitsUse> = async (_request, { tools, db, organization }) => {
  const organizationId = organization.organization_id;
  const settings = await settingsFor(db, organization);
  const uses = await capUses(db, { organizationId, nowMs: tools.clock() }, settings);
  return {
    uses: uses.map(({ cap, as, ...use }) => ({ limit: cap, devices: as === 'device' ? 'KNOWN' : 'NEW', ...use })),
  };
};

export const statisticsAnswers = { getLimitsUse: answerGetLimitsUse, getStatistics: answerGetStatistics };
