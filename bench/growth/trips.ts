import { setTimeout } from 'node:timers/promises';
import { listActivities } from '../../src/contract/activities.queries.js';
import { listSuborgs, listVerifiedSuborgs } from '../../src/contract/organizations.queries.js';
import { proxyAccount, proxyOtpInit, proxyOtpLogin, proxyOtpVerify } from '../../src/contract/proxy.js';
import { signRawPayload } from '../../src/contract/signing.js';
import { whoami } from '../../src/contract/users.queries.js';
import { listWalletAccounts } from '../../src/contract/wallets.queries.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import type { InboxEntry } from '../../src/service/delivery/inbox.js';
import { contactOf, idOf, timedIdOf } from '../../test/support/growth/copies.js';
import { ask, callProxy, loginRequest, submit } from '../../test/support/wire.js';
import type { Member, Population, Regular } from './population.js';

/** Sends a request once. @returns how long the service took, in milliseconds */
export type Trip = {
  readonly name: string;
  readonly times: number;
  readonly once: (population: Population, index: number) => Promise<number>;
};

export const signing = 'sign_raw_payload';
export const signingByPolicy = 'the same by one of 100 users, whom one of 100 policies allows';

export const trips: readonly Trip[] = [
  { name: 'login: otp_init, otp_verify, account, otp_login', times: 200, once: login },
  { name: 'whoami', times: 1000, once: askWhoami },
  { name: signing, times: 1000, once: (population, index) => sign(population, regularOf(population, index), index) },
  { name: signingByPolicy, times: 1000, once: (population, index) => sign(population, population.member, index) },
  { name: "list_activities, a person's page", times: 500, once: personsPage },
  { name: "list_activities, the parent's first page", times: 500, once: (population) => parentsPage(population, {}) },
  { name: "list_activities, the parent's page in the middle", times: 500, once: middlePage },
  {
    name: "list_activities, the parent's failures, of which there are none",
    times: 500,
    once: (population) => parentsPage(population, { filterByStatus: ['ACTIVITY_STATUS_FAILED'] }),
  },
  {
    name: 'list_suborgs, a page in the middle',
    times: 500,
    once: (population) =>
      subOrganizations(population, { paginationOptions: { after: idOf(population.count, middleOf(population)) } }),
  },
  {
    name: 'list_suborgs by EMAIL',
    times: 500,
    once: (population, index) =>
      subOrganizations(population, { filterType: 'EMAIL', filterValue: contactOf(someone(population, index)) }),
  },
  {
    name: 'list_verified_suborgs by EMAIL',
    times: 500,
    once: (population, index) =>
      timed(() =>
        ask(population.test, population.root, listVerifiedSuborgs, {
          organizationId: population.test.organizationId,
          filterType: 'EMAIL',
          filterValue: contactOf(someone(population, index)),
        }),
      ),
  },
  { name: "list_wallet_accounts, a page in the middle of the parent's", times: 500, once: accountsPage },
];

const middleOf = ({ count }: Population): number => Math.ceil(count / 2);

/** Another person each time, spread over the ids. (The golden ratio's multiples are spread evenly.) */
const someone = ({ count }: Population, index: number): number => 1 + Math.floor(((index * 0.6180339887) % 1) * count);

const regularOf = ({ regulars }: Population, index: number): Regular => regulars[index % regulars.length] as Regular;

/** A person who signed up logs in. @returns how long the service took, in milliseconds */
export async function login(population: Population, index: number): Promise<number> {
  const { test } = population;
  const person = regularOf(population, index);
  const { contact } = person;
  const key = await createSigningKey();
  const before = newestMail(population, contact);
  const {
    result: { otpId },
    ms: initMs,
  } = await measured(() => callProxy<{ otpId: string }>(test, proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact }));
  const otpCode = await codeAfter(before, population, contact);
  const verify = await measured(() =>
    callProxy<{ verificationToken: string }>(test, proxyOtpVerify, { otpId, otpCode, publicKey: key.publicKey }),
  );
  const { verificationToken } = verify.result;
  const account = await timed(() =>
    callProxy(test, proxyAccount, { filterType: 'EMAIL', filterValue: contact, verificationToken }),
  );
  const request = await loginRequest(verificationToken, key);
  const login = await timed(() => callProxy(test, proxyOtpLogin, request));
  person.key = key;
  return initMs + verify.ms + account + login;
}

const newestMail = ({ test }: Population, contact: string) => test.inbox.list(contact)[0];

/** The code of the next mail. Where many log in at once, whoever delivers takes the mails of all: it may be on its way already. */
async function codeAfter(before: InboxEntry | undefined, population: Population, contact: string): Promise<string> {
  for (const untilMs = performance.now() + 30_000; performance.now() < untilMs; ) {
    await population.test.service.deliver();
    const mail = newestMail(population, contact);
    if (mail?.code && mail.id !== before?.id) return mail.code;
    await setTimeout(1);
  }
  throw new Error(`${contact} was not sent the code.`);
}

function askWhoami(population: Population, index: number): Promise<number> {
  const { key, organizationId } = regularOf(population, index);
  return timed(() => ask(population.test, key, whoami, { organizationId }));
}

function sign({ test }: Population, { key, organizationId, addresses }: Member, index: number): Promise<number> {
  const parameters = {
    signWith: addresses[0],
    payload: `0x${index.toString(16).padStart(64, '0')}`,
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  };
  return timed(() => submit(test, key, signRawPayload, organizationId, parameters));
}

function personsPage(population: Population, index: number): Promise<number> {
  const { key, organizationId } = regularOf(population, index);
  return timed(() => ask(population.test, key, listActivities, { organizationId }));
}

function parentsPage({ test, root }: Population, request: object): Promise<number> {
  const { organizationId } = test;
  return timed(() => ask(test, root, listActivities, { organizationId, ...request }));
}

function middlePage(population: Population): Promise<number> {
  const after = timedIdOf(population.count, population.seededAtMs, middleOf(population));
  return parentsPage(population, { paginationOptions: { after } });
}

function subOrganizations({ test, root }: Population, request: object): Promise<number> {
  const { organizationId } = test;
  return timed(() => ask(test, root, listSuborgs, { organizationId, ...request }));
}

function accountsPage(population: Population): Promise<number> {
  const { test, root, parentWalletId: walletId } = population;
  const after = timedIdOf(population.count, population.seededAtMs, middleOf(population));
  const request = { organizationId: test.organizationId, walletId, paginationOptions: { after } };
  return timed(() => ask(test, root, listWalletAccounts, request));
}

async function measured<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const start = performance.now();
  const result = await work();
  return { result, ms: performance.now() - start };
}

const timed = async (work: () => Promise<unknown>): Promise<number> => (await measured(work)).ms;
