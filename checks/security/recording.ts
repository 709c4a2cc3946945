import { sql } from 'kysely';
import { signRawPayload } from '../../src/contract/signing.js';
import { createWalletAccounts } from '../../src/contract/wallets.js';
import { hourMs } from '../../src/service/limits/hourCounts.js';
import { nodePrimitives } from '../../src/service/nodePrimitives.js';
import type { Store } from '../../src/service/store/store.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { recordedBytes, type SignedUp, signUpFrom, submitFrom } from '../../test/support/signUpFrom.js';
import { tickingClock } from '../../test/support/tickingClock.js';
import { type Options, type Part, scaled } from './part.js';

/**
 * One address signs up for 30 more sub-organizations each hour, and all of them record as much as they are allowed to: this must stay
 * within the limit of an address. Two hundred people who share an address must not reach that limit by ordinary work.
 */
export const recording: Part = {
  name: 'A-52 recording',
  run: async (options) => [
    await attack({ by: 'signing', hours: 3, mebibytes: scaled(128, options), submit: signLong }),
    // Of all requests of a user, this one writes the most to the database for each byte that is recorded.
    await attack({ by: 'making accounts', hours: 1, mebibytes: scaled(16, options), submit: makeAccounts }),
    await sharedAddress(options),
  ],
};

const mebibyte = 1_048_576;
const address = '192.0.2.1';
const signUpsAnHour = 30;
/** The last activity may exceed the limit by its own size. */
const lastActivityBytes = 256 * 1024;
/** How many times more than the record the whole database may grow: it has indexes, wallet accounts, and free space in its pages. */
const mostTimes = 2;

type Submit = (service: TestService, by: SignedUp, number: number) => Promise<string>;
type Attack = { readonly by: string; readonly hours: number; readonly mebibytes: number; readonly submit: Submit };

async function attack({ by, hours, mebibytes, submit }: Attack): Promise<string> {
  const service = await start(mebibytes);
  const { store } = service.service.tools;
  const people: SignedUp[] = [];
  const most = { record: 0, database: 0 };
  let number = 0;
  try {
    for (let hour = 0; hour < hours; hour += 1) {
      for (let made = 0; made < signUpsAnHour; made += 1) people.push(await signUpFrom(service, address));
      const before = { record: await recordedBytes(store), database: await databaseBytes(store) };
      for (const person of people) {
        let answer = 'done';
        while (answer === 'done') {
          number += 1;
          answer = await submit(service, person, number);
        }
        if (!answer.startsWith('TOO_MANY_ACTIVITIES')) throw new Error(`The attack was answered ${answer}.`);
      }
      most.record = Math.max(most.record, (await recordedBytes(store)) - before.record);
      most.database = Math.max(most.database, (await databaseBytes(store)) - before.database);
      service.clock.advanceMs(60 * 60_000);
    }
  } finally {
    await service.close();
  }
  const budget = mebibytes * mebibyte;
  if (most.record > budget + lastActivityBytes) throw new Error(`${by}: ${inMebibytes(most.record)} were recorded.`);
  if (most.record < budget * 0.9) throw new Error(`${by}: only ${inMebibytes(most.record)} were recorded: no attack.`);
  if (most.database > budget * mostTimes + mebibyte) {
    throw new Error(`${by}: the database grew by ${inMebibytes(most.database)}.`);
  }
  return `by ${by}: ${people.length} sub-organizations of one address recorded ${inMebibytes(most.record)} of ${mebibytes} MiB in an hour at most, and the database grew by ${inMebibytes(most.database)}`;
}

const inMebibytes = (bytes: number): string => `${(bytes / mebibyte).toFixed(1)} MiB`;

const signLong: Submit = (service, by) => sign(service, by, 'p'.repeat(64 * 1024));

const makeAccounts: Submit = (service, by, number) =>
  submitFrom(service, by, address, {
    row: createWalletAccounts,
    parameters: {
      walletId: by.walletId,
      accounts: Array.from({ length: 20 }, (_, index) => ({
        curve: 'CURVE_ED25519',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: `m/${number * 20 + index}'`,
        addressFormat: 'ADDRESS_FORMAT_SOLANA',
      })),
    },
  });

const sign = (service: TestService, by: SignedUp, payload: string): Promise<string> =>
  submitFrom(service, by, address, {
    row: signRawPayload,
    parameters: {
      signWith: by.signWith,
      payload,
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    },
  });

const people = 200;
const signaturesEach = 100;

/** Two hundred people behind one address, each of whom signs a hundred times in the hour. */
async function sharedAddress(options: Options): Promise<string> {
  const mebibytes = scaled(128, options);
  const service = await start(mebibytes);
  try {
    const users: SignedUp[] = [];
    for (let made = 0; made < scaled(people, options); made += 1) users.push(await signUpFrom(service, address));
    let signed = 0;
    for (let round = 0; round < signaturesEach; round += 1) {
      for (const person of users) {
        const answer = await sign(service, person, `0x${'ab'.repeat(300)}`);
        if (answer !== 'done') throw new Error(`After ${signed} signatures somebody was answered ${answer}.`);
        signed += 1;
      }
    }
    const recorded = service.service.tools.recordCounts.addresses.current(address, hourMs)?.bytes ?? 0;
    return `${users.length} people behind one address signed ${signed} times in an hour, none refused: ${inMebibytes(recorded)} of ${mebibytes} MiB`;
  } finally {
    await service.close();
  }
}

async function start(recordMebibytesPerAddress: number): Promise<TestService> {
  return createTestService({
    clock: tickingClock(),
    primitives: await nodePrimitives(),
    recordMebibytesPerAddress,
    // By default an address may sign up 30 people an hour; here all come at once.
    config: { allowedAuthMethods: ['email', 'wallet'], signupsPerAddress: { most: people, windowSeconds: 3600 } },
  });
}

async function databaseBytes({ db }: Store): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()
  `.execute(db);
  return rows[0]?.bytes ?? 0;
}
