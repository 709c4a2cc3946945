import { type Migration, type RawBuilder, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/**
 * Limits count a contact by a coarser key, and strangers' wrong tries apart from devices' over 30 days. What was counted before
 * was counted for nobody in particular, and becomes the strangers'.
 */
export function codeLimits(kind: StoreKind): Migration {
  const { text, bigint, strict } = dialects[kind];
  const key = limitKey(words[kind]);
  const statements = [
    sql`alter table otp_codes add column limit_key ${text} not null default ''`,
    sql`alter table otp_codes add column device ${text}`,
    sql`alter table otp_codes add column spent_at_ms ${bigint}`,
    sql`update otp_codes set limit_key = ${key}`,
    sql`drop index otp_codes_by_contact`,
    sql`create index otp_codes_by_limit_key on otp_codes (organization_id, limit_key, created_at_ms)`,
    sql`create index otp_codes_by_spending on otp_codes (organization_id, limit_key, device, asker, spent_at_ms)
      where spent_at_ms is not null`,

    sql`create table wrong_tries (
      organization_id ${text} not null,
      limit_key ${text} not null,
      counted ${text} not null,
      times ${text} not null,
      expires_at_ms ${bigint} not null,
      primary key (organization_id, limit_key, counted)
    ) ${strict}`,
    sql`create index wrong_tries_by_expiry on wrong_tries (expires_at_ms)`,
    sql`insert into wrong_tries (organization_id, limit_key, counted, times, expires_at_ms)
      select organization_id, ${key}, 'strangers', ${repeated(words[kind])}, max(last_wrong_at_ms) + ${sql.lit(keptMs)}
      from contact_failures group by organization_id, ${key}`,
    sql`drop table contact_failures`,
  ];
  // As for the first tables: few organizations, each with much.
  const fewEach = sql`alter table wrong_tries alter column organization_id set (n_distinct = 10)`;
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
      if (kind === 'postgres') await fewEach.execute(db);
    },
  };
}

const keptMs = 30 * 24 * 60 * 60_000;
const mostTimes = 100;

type Words = {
  /** What stands before the first `+` or `@`, and after the `@`. */
  readonly mailbox: RawBuilder<string>;
  readonly domain: RawBuilder<string>;
  readonly least: RawBuilder<unknown>;
  readonly repeat: (text: RawBuilder<string>, count: RawBuilder<number>) => RawBuilder<string>;
};

const words: Record<StoreKind, Words> = {
  sqlite: {
    mailbox: sql`substr(contact, 1, instr(replace(contact, '@', '+'), '+') - 1)`,
    domain: sql`substr(contact, instr(contact, '@') + 1)`,
    least: sql.raw('min'),
    repeat: (text, count) => sql`replace(hex(zeroblob(${count})), '00', ${text})`,
  },
  postgres: {
    mailbox: sql`split_part(replace(contact, '@', '+'), '+', 1)`,
    domain: sql`split_part(contact, '@', 2)`,
    least: sql.raw('least'),
    repeat: (text, count) => sql`repeat(${text}, ${count})`,
  },
};

/** The key as it was first defined, zeros in phone numbers aside. */
const limitKey = ({ mailbox, domain }: Words): RawBuilder<string> => sql`case
  when otp_type <> 'OTP_TYPE_EMAIL' then contact
  when ${domain} in ('gmail.com', 'googlemail.com') then replace(${mailbox}, '.', '') || '@gmail.com'
  else ${mailbox} || '@' || ${domain} end`;

/** A JSON list of the last time, once for each of the tries that count. */
function repeated({ least, repeat }: Words): RawBuilder<string> {
  const each = sql<string>`max(last_wrong_at_ms) || ','`;
  const count = sql<number>`cast(${least}(sum(wrong_count), ${sql.lit(mostTimes)}) as integer)`;
  return sql`'[' || rtrim(${repeat(each, count)}, ',') || ']'`;
}
