import type { RecordPerHour } from '../limits/recorded.js';
import type { RetentionDays } from '../tools.js';
import { type MalformedVariable, optional, type Reading, together, type Variables } from './reading.js';

/** How much is recorded, and for how long; what is absent has the service's default. */
export type RecordSettings = {
  /** How long the auth proxy's own activities are kept in full. */
  readonly retentionDays?: RetentionDays | undefined;
  /** What a sub-organization may record by its own keys. */
  readonly recordPerHour?: RecordPerHour | undefined;
  /** What all that strangers signed up for may record, used from one address. */
  readonly recordMebibytesPerAddress?: number | undefined;
};

export const readRecordSettings = (variables: Variables): Reading<RecordSettings> =>
  together<RecordSettings>({
    retentionDays: optional(variables, 'LATCHKEY_RETENTION_DAYS', retentionDays),
    recordPerHour: optional(variables, 'LATCHKEY_RECORD_PER_HOUR', recordPerHour),
    recordMebibytesPerAddress: optional(variables, 'LATCHKEY_RECORD_MIB_PER_ADDRESS', mebibytesPerAddress),
  });

function retentionDays(text: string): RetentionDays | MalformedVariable {
  const [completed = 0, failed = 0] = twoNumbers(text);
  if (completed >= 1 && failed >= 1 && completed <= 36_500 && failed <= 36_500) return { completed, failed };
  return { malformed: 'must be two numbers of days from 1 to 36500, of completed and of failed activities, like 30,7' };
}

function recordPerHour(text: string): RecordPerHour | MalformedVariable {
  if (text === 'off') return { mebibytes: 0, activities: 0 };
  const [mebibytes = 0, activities = 0] = twoNumbers(text);
  if (mebibytes >= 1 && activities >= 1) return { mebibytes, activities };
  return { malformed: 'must be a number of mebibytes and one of activities, like 64,10000, or off' };
}

function mebibytesPerAddress(text: string): number | MalformedVariable {
  if (text === 'off') return 0;
  const mebibytes = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return mebibytes >= 1 ? mebibytes : { malformed: 'must be a number of mebibytes, like 128, or off' };
}

const twoNumbers = (text: string): number[] => (/^(\d{1,9}),(\d{1,9})$/.exec(text) ?? []).slice(1).map(Number);
