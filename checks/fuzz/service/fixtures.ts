import { enableAuthProxy } from '../../../src/contract/authProxy.js';
import { proxyOtpInit, proxyOtpLogin, proxyOtpVerify, proxySignup } from '../../../src/contract/proxy.js';
import type { Operation, ProxyRow, RequestOf } from '../../../src/contract/row.js';
import { createReadOnlySession } from '../../../src/contract/sessions.js';
import { createWallet } from '../../../src/contract/wallets.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import { derFromRaw } from '../../../src/crypto/der.js';
import { createSigningKey, importSigningKey, type SigningKey, sign } from '../../../src/crypto/p256.js';
import { readVerificationToken } from '../../../src/crypto/tokens.js';
import { startServer } from '../../../src/service/node/startServer.js';
import { nodePrimitives } from '../../../src/service/nodePrimitives.js';
import { loginMessage, signClientMessage, signupMessage } from '../../../src/stampers/clientSignature.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { everyExample } from '../../../test/support/examples/everyExample.js';
import { sealedFor } from '../../../test/support/examples/oauth2.js';
import { resourcesOf } from '../../../test/support/examples/resources.js';
import { rootOf } from '../../../test/support/parties.js';
import { inputOf } from '../target.js';

/** A request. A header may have a value that no HTTP library would send. */
export type ServiceRequest = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
};

/** A running service, in memory and on a port of this machine, with a user, a wallet and an unused verification token. */
export type Fixtures = {
  readonly service: TestService;
  readonly port: number;
  /** The key of the parent's root user. */
  readonly key: SigningKey;
  readonly walletId: string;
  /** The address of an account on secp256k1. */
  readonly address: string;
  readonly verificationToken: string;
  readonly session: string;
  readonly readOnlySession: string;
  /** The root user's id. */
  readonly userId: string;
  /** A client secret of an OAuth 2.0 app, sealed to this service. */
  readonly clientSecret: string;
  /** The root user's signature of the body of `whoami`, in DER. */
  readonly whoamiSignature: Uint8Array<ArrayBuffer>;
  /** The example of every row: its body, as an input, and the row. */
  readonly examples: ReadonlyMap<string, Operation>;
  /** The time in the examples, in milliseconds. */
  readonly examplesOfMs: string;
  /** The failures in the service's log. */
  readonly failures: readonly string[];
  readonly close: () => Promise<void>;
};

/** Starts a service, signs a user up and logs in. */
export async function openFixtures(): Promise<Fixtures> {
  const failures: string[] = [];
  const log = (event: string, fields: object = {}) => {
    if (/failed/.test(event)) failures.push(`${event} ${JSON.stringify(fields)}`);
  };
  const service = await createTestService({ primitives: await nodePrimitives(), log });
  const { url, stop } = await startServer({ service: service.service, hosts: ['127.0.0.1'], port: 0, log });
  const key = await importSigningKey(service.rootApiKey);
  await restore(service);
  const accounts = [
    {
      curve: 'CURVE_SECP256K1' as const,
      pathFormat: 'PATH_FORMAT_BIP32' as const,
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
    },
  ];
  const { result } = await service.asRoot(createWallet, { walletName: 'Fuzzed', accounts });
  const { walletId, addresses } = (result as { createWalletResult: { walletId: string; addresses: string[] } })
    .createWalletResult;
  const { session } = await login(service, key);
  const reading = await service.asRoot(createReadOnlySession, {});
  const root = await rootOf(service);
  return {
    service,
    port: Number(new URL(url).port),
    key,
    walletId,
    address: addresses[0] ?? '',
    verificationToken: await provedToken(service, key),
    session,
    readOnlySession: (reading.result as { createReadOnlySessionResult: { session: string } })
      .createReadOnlySessionResult.session,
    userId: root.userId,
    clientSecret: await sealedFor(service, service.organizationId),
    whoamiSignature: derFromRaw(await sign(key, utf8(JSON.stringify({ organizationId: service.organizationId })))),
    ...(await examplesFor(service)),
    failures,
    close: stop,
  };
}

async function examplesFor(test: TestService): Promise<Pick<Fixtures, 'examples' | 'examplesOfMs'>> {
  const { organizationId } = test;
  const has = await resourcesOf(test, await rootOf(test), null);
  const examples = new Map<string, Operation>();
  for (const { row, body } of everyExample) {
    examples.set(inputOf(utf8(await body({ test, organizationId, has }))), row);
  }
  return { examples, examplesOfMs: String(test.clock()) };
}

/** Enables everything and lifts the limits, so that inputs reach as much code as possible. */
export async function restore(service: TestService): Promise<void> {
  const often = { most: 10_000, windowSeconds: 60 };
  await service.asRoot(enableAuthProxy, {});
  await service.configure({
    allowedOrigins: ['*'],
    allowNativeClients: true,
    allowedAuthMethods: ['email', 'sms', 'wallet'],
    otpLength: 6,
    otpAlphanumeric: false,
    verificationTokenExpirationSeconds: 86_400,
    codesPerContactAndAddress: often,
    codesPerContactAndAddressLong: often,
    codesPerContact: often,
    codesPerAddress: often,
    textsPerAddress: often,
    signupsPerAddress: often,
    refusalsPerAddress: often,
    requestsPerAddress: often,
  });
}

const contact = 'ada@example.com';

async function login(service: TestService, key: SigningKey): Promise<{ session: string }> {
  const { publicKey } = key;
  const signup = { apiKeys: [], authenticators: [], oauthProviders: [] };
  const first = await provedToken(service, key);
  const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const signupText = signupMessage({ ...signup, tokenId: idOf(first), apiKeys, email: contact });
  await proxied(service, proxySignup, {
    ...signup,
    apiKeys,
    userEmail: contact,
    verificationToken: first,
    clientSignature: await signClientMessage(key, signupText),
  });
  const verificationToken = await provedToken(service, key);
  const fresh = await createSigningKey();
  const loginText = loginMessage({ tokenId: idOf(verificationToken), publicKey: fresh.publicKey });
  return proxied(service, proxyOtpLogin, {
    verificationToken,
    publicKey: fresh.publicKey,
    clientSignature: await signClientMessage(key, loginText),
  });
}

async function provedToken(service: TestService, { publicKey }: SigningKey): Promise<string> {
  const { otpId } = await proxied<{ otpId: string }>(service, proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact });
  const otpCode = service.inbox.lastCode(contact) ?? '';
  const verified = await proxied<{ verificationToken: string }>(service, proxyOtpVerify, { otpId, otpCode, publicKey });
  return verified.verificationToken;
}

const idOf = (token: string): string => readVerificationToken(token).id;

async function proxied<Answer>(service: TestService, row: ProxyRow, request: RequestOf<ProxyRow>): Promise<Answer> {
  const response = await service.fetch(`${service.settings.authProxyUrl}${row.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-ID': service.authProxyConfigId },
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(`${row.name} was refused: ${await response.text()}`);
  return (await response.json()) as Answer;
}
