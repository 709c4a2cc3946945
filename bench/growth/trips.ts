import { listActivities } from '../../src/contract/activities.queries.js';
import { listSuborgs, listVerifiedSuborgs } from '../../src/contract/organizations.queries.js';
import { proxyAccount, proxyOtpInit, proxyOtpLogin, proxyOtpVerify } from '../../src/contract/proxy.js';
import { signRawPayload } from '../../src/contract/signing.js';
import { whoami } from '../../src/contract/users.queries.js';
import { listWalletAccounts } from '../../src/contract/wallets.queries.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import { contactOf, idOf, timedIdOf } from '../../test/support/growth/copies.js';
import { ask, callProxy, loginRequest, submit } from '../../test/support/wire.js';
import type { Crowd, Regular } from './crowd.js';

/** Does something once and says how long the service took, in milliseconds. */
export type Trip = {
  readonly name: string;
  readonly times: number;
  readonly once: (crowd: Crowd, index: number) => Promise<number>;
};

export const trips: readonly Trip[] = [
  { name: 'login: otp_init, otp_verify, account, otp_login', times: 200, once: login },
  { name: 'whoami', times: 1000, once: askWhoami },
  { name: 'sign_raw_payload', times: 1000, once: sign },
  { name: "list_activities, a person's page", times: 500, once: personsPage },
  { name: "list_activities, the parent's first page", times: 500, once: (crowd) => parentsPage(crowd, {}) },
  { name: "list_activities, the parent's page in the middle", times: 500, once: middlePage },
  {
    name: "list_activities, the parent's failures, of which there are none",
    times: 500,
    once: (crowd) => parentsPage(crowd, { filterByStatus: ['ACTIVITY_STATUS_FAILED'] }),
  },
  {
    name: 'list_suborgs, a page in the middle',
    times: 500,
    once: (crowd) => subOrganizations(crowd, { paginationOptions: { after: idOf(crowd.count, middleOf(crowd)) } }),
  },
  {
    name: 'list_suborgs by EMAIL',
    times: 500,
    once: (crowd, index) =>
      subOrganizations(crowd, { filterType: 'EMAIL', filterValue: contactOf(someone(crowd, index)) }),
  },
  {
    name: 'list_verified_suborgs by EMAIL',
    times: 500,
    once: (crowd, index) =>
      timed(() =>
        ask(crowd.test, crowd.root, listVerifiedSuborgs, {
          organizationId: crowd.test.organizationId,
          filterType: 'EMAIL',
          filterValue: contactOf(someone(crowd, index)),
        }),
      ),
  },
  { name: "list_wallet_accounts, a page in the middle of the parent's", times: 500, once: accountsPage },
];

const middleOf = ({ count }: Crowd): number => Math.ceil(count / 2);

/** Somebody else each time, all over the ids. (The golden ratio's multiples are spread evenly.) */
const someone = ({ count }: Crowd, index: number): number => 1 + Math.floor(((index * 0.6180339887) % 1) * count);

const regularOf = ({ regulars }: Crowd, index: number): Regular => regulars[index % regulars.length] as Regular;

async function login(crowd: Crowd, index: number): Promise<number> {
  const { test } = crowd;
  const person = regularOf(crowd, index);
  const { contact } = person;
  const key = await createSigningKey();
  const {
    result: { otpId },
    ms: initMs,
  } = await measured(() => callProxy<{ otpId: string }>(test, proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact }));
  await test.service.deliver();
  const otpCode = test.inbox.lastCode(contact);
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

function askWhoami(crowd: Crowd, index: number): Promise<number> {
  const { key, organizationId } = regularOf(crowd, index);
  return timed(() => ask(crowd.test, key, whoami, { organizationId }));
}

function sign(crowd: Crowd, index: number): Promise<number> {
  const { key, organizationId, addresses } = regularOf(crowd, index);
  const parameters = {
    signWith: addresses[0],
    payload: `0x${index.toString(16).padStart(64, '0')}`,
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  };
  return timed(() => submit(crowd.test, key, signRawPayload, organizationId, parameters));
}

function personsPage(crowd: Crowd, index: number): Promise<number> {
  const { key, organizationId } = regularOf(crowd, index);
  return timed(() => ask(crowd.test, key, listActivities, { organizationId }));
}

function parentsPage({ test, root }: Crowd, request: object): Promise<number> {
  const { organizationId } = test;
  return timed(() => ask(test, root, listActivities, { organizationId, ...request }));
}

function middlePage(crowd: Crowd): Promise<number> {
  const after = timedIdOf(crowd.count, crowd.seededAtMs, middleOf(crowd));
  return parentsPage(crowd, { paginationOptions: { after } });
}

function subOrganizations({ test, root }: Crowd, request: object): Promise<number> {
  const { organizationId } = test;
  return timed(() => ask(test, root, listSuborgs, { organizationId, ...request }));
}

function accountsPage(crowd: Crowd): Promise<number> {
  const { test, root, parentWalletId: walletId } = crowd;
  const after = timedIdOf(crowd.count, crowd.seededAtMs, middleOf(crowd));
  const request = { organizationId: test.organizationId, walletId, paginationOptions: { after } };
  return timed(() => ask(test, root, listWalletAccounts, request));
}

async function measured<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const start = performance.now();
  const result = await work();
  return { result, ms: performance.now() - start };
}

const timed = async (work: () => Promise<unknown>): Promise<number> => (await measured(work)).ms;
