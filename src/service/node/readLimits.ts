import type { ServiceSettings } from '../createService.js';
import { defaultFairShares, type FairShareSettings } from '../limits/requestWork.js';
import { defaultLimits, type Limits } from './limits.js';
import { type MalformedVariable, optional, type Reading, together, type Variables } from './reading.js';

/** The server's limits per client, where the environment overrides {@link defaultLimits}. */
export function readLimits(variables: Variables): Reading<Limits> {
  const reading = together({
    connections: optional(variables, 'MAX_CONNECTIONS', number),
    connectionsPerAddress: optional(variables, 'MAX_CONNECTIONS_PER_ADDRESS', number),
    bodyBytes: optional(variables, 'MAX_BODIES_MIB', mebibytes),
    bodyBytesPerAddress: optional(variables, 'MAX_BODIES_MIB_PER_ADDRESS', mebibytes),
    answerBytes: optional(variables, 'MAX_ANSWERS_MIB', mebibytes),
    answerBytesPerAddress: optional(variables, 'MAX_ANSWERS_MIB_PER_ADDRESS', mebibytes),
    answerBytesPerOrganization: optional(variables, 'MAX_ANSWERS_MIB_PER_ORGANIZATION', mebibytes),
    smallBodyBytes: optional(variables, 'SMALL_BODY_KIB', kibibytes),
  });
  if ('faults' in reading) return reading;
  const given = Object.entries(reading.value).filter(([, value]) => value !== undefined);
  return { value: { ...defaultLimits, ...Object.fromEntries(given) } };
}

/** The shares of tenants, and what a user may query; what is absent has the service's default. */
export const readWorkLimits = (variables: Variables): Reading<WorkLimits> =>
  together<WorkLimits>({
    fairShares: optional(variables, 'LATCHKEY_FAIR_SHARES', fairShares),
    queriesPerMinute: optional(variables, 'LATCHKEY_QUERIES_PER_MINUTE', countOrOff),
  });

export type WorkLimits = Pick<ServiceSettings, 'fairShares' | 'queriesPerMinute'>;

function fairShares(text: string): FairShareSettings | 'off' | MalformedVariable {
  if (text === 'off') return 'off';
  const numbers = text.split(',').map(Number);
  const [organizationMs = 0, organizationRunning = 0, addressMs = 0, addressRunning = 0] = numbers;
  if (numbers.length === 4 && numbers.every((each) => Number.isInteger(each) && each >= 1 && each <= 1000)) {
    return {
      ...defaultFairShares,
      organization: { ms: organizationMs, running: organizationRunning },
      address: { ms: addressMs, running: addressRunning },
    };
  }
  return {
    malformed:
      'must be four whole numbers from 1 to 1000, of an organization its milliseconds of each second and its requests at once, and of an address, like 250,2,500,4, or off',
  };
}

/** How many wallet keys are derived in a minute for one organization; `off` is no limit. */
export const readDerivations = (variables: Variables): Reading<number | undefined> =>
  optional(variables, 'LATCHKEY_DERIVATIONS_PER_MINUTE', countOrOff);

function countOrOff(text: string): number | MalformedVariable {
  if (text === 'off') return Number.POSITIVE_INFINITY;
  const count = number(text);
  return typeof count === 'number' ? count : { malformed: `${count.malformed}, or off` };
}

const number = (text: string): number | MalformedVariable =>
  /^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1_000_000
    ? Number(text)
    : { malformed: 'must be a whole number from 1 to 1000000' };

const times = (text: string, unit: number): number | MalformedVariable => {
  const count = number(text);
  return typeof count === 'number' ? count * unit : count;
};

const mebibytes = (text: string): number | MalformedVariable => times(text, 2 ** 20);
const kibibytes = (text: string): number | MalformedVariable => times(text, 2 ** 10);
