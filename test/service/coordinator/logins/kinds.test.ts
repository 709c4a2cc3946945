import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSubOrganization } from '../../../../src/contract/organizations.js';
import { otpLogin } from '../../../../src/contract/otp.js';
import { proxyAccount, proxyOtpLogin, proxySignup } from '../../../../src/contract/proxy.js';
import { proxyOauthLogin } from '../../../../src/contract/proxyOauth.js';
import { utf8 } from '../../../../src/crypto/bytes.js';
import { sha256 } from '../../../../src/crypto/digest.js';
import { writeJws } from '../../../../src/crypto/jws.js';
import { oauthNonce } from '../../../../src/crypto/oauthNonce.js';
import { type Signer, type SigningKey, sign } from '../../../../src/crypto/p256.js';
import {
  readSessionToken,
  readVerificationToken,
  verifySessionToken,
  verifyVerificationToken,
} from '../../../../src/crypto/tokens.js';
import { trustKey } from '../../../../src/service/configuration/trustKeys.js';
import type { Outbound } from '../../../../src/service/outbound.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../support/contents.js';
import { rootOf } from '../../../support/parties.js';
import { tickingClock } from '../../../support/tickingClock.js';
import {
  callProxy,
  loginRequest,
  type Person,
  signUp,
  signupRequest,
  submit,
  verifiedToken,
} from '../../../support/wire.js';
import { outcomeOf } from './outcome.js';

let service: TestService;
let ada: Person;
let key: SigningKey;
let proof: string;
let session: string;

beforeAll(async () => {
  const often = { most: 10_000, windowSeconds: 1 };
  const config = { refusalsPerAddress: often, requestsPerAddress: often, oauthClientIds: { google: ['client'] } };
  service = await createTestService({ clock: tickingClock(), config, outbound: await google() });
  ada = await signUp(service, 'ada@example.com');
  const first = await verifiedToken(service, 'ada@example.com');
  ({ session } = await callProxy<{ session: string }>(
    service,
    proxyOtpLogin,
    await loginRequest(first.token, first.key),
  ));
  ({ token: proof, key } = await verifiedToken(service, 'ada@example.com'));
});
afterAll(() => service.close());

/** Google's servers, which have a key of ES256. */
async function google(): Promise<Outbound> {
  const { publicKey } = await generateKeyPair('ES256');
  const answers: Record<string, object> = {
    'https://accounts.google.com/.well-known/openid-configuration': {
      issuer: 'https://accounts.google.com',
      jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
    },
    'https://www.googleapis.com/oauth2/v3/certs': { keys: [await exportJWK(publicKey)] },
  };
  return {
    mayReach: () => true,
    request: async ({ url }) => ({ status: 200, headers: new Headers(), body: utf8(JSON.stringify(answers[url])) }),
  };
}

const purposes = ['notarizer', 'tls_fetcher_sign', 'signer', 'tls_fetcher_encrypt'] as const;
const keyFor = (purpose: (typeof purposes)[number]) => {
  const { tools } = service.service;
  return trustKey(tools, tools.store.db, { organization_id: service.organizationId, parent_id: null }, purpose);
};

/** The two ways in which this service signs: over the text as the standard has it, and over its hash. */
const ways = {
  once: (by: SigningKey | Signer) => (text: Uint8Array<ArrayBuffer>) => sign(by, text),
  twice: (by: SigningKey | Signer) => async (text: Uint8Array<ArrayBuffer>) => sign(by, await sha256(text)),
};

/** Claims of the third kind, as a provider would make them for this key and contact. */
const oidcClaims = async () => ({
  iss: 'https://accounts.google.com',
  sub: '110169484474386276334',
  aud: 'client',
  nonce: await oauthNonce(key.publicKey),
  email: 'ada@example.com',
  email_verified: true,
  iat: Math.floor(service.clock() / 1000),
  exp: Math.floor(service.clock() / 1000) + 600,
});

/** Every place that takes a token, and its kind of token. The presenter signs whatever must be signed. */
const places: Record<string, { takes: 'proof' | 'oidc'; show: (token: string) => Promise<unknown> }> = {
  'account by e-mail': {
    takes: 'proof',
    show: (verificationToken) =>
      callProxy(service, proxyAccount, { filterType: 'EMAIL', filterValue: 'ada@example.com', verificationToken }),
  },
  'account by e-mail, as an OIDC token': {
    takes: 'oidc',
    show: (oidcToken) =>
      callProxy(service, proxyAccount, { filterType: 'EMAIL', filterValue: 'ada@example.com', oidcToken }),
  },
  'account by OIDC token': {
    takes: 'oidc',
    show: (oidcToken) =>
      callProxy(service, proxyAccount, { filterType: 'OIDC_TOKEN', filterValue: oidcToken, oidcToken }),
  },
  signup: {
    takes: 'proof',
    show: async (verificationToken) =>
      callProxy(service, proxySignup, { ...(await signupRequest(proof, key)), verificationToken }),
  },
  'signup with a provider': {
    takes: 'oidc',
    show: (oidcToken) =>
      callProxy(service, proxySignup, {
        ...{ apiKeys: [], authenticators: [] },
        oauthProviders: [{ providerName: 'google', oidcToken }],
      }),
  },
  'otp_login at the proxy': {
    takes: 'proof',
    show: async (verificationToken) =>
      callProxy(service, proxyOtpLogin, {
        ...(await loginRequest(proof, key, ada.organizationId)),
        verificationToken,
      }),
  },
  oauth_login: {
    takes: 'oidc',
    show: (oidcToken) => callProxy(service, proxyOauthLogin, { oidcToken, publicKey: key.publicKey }),
  },
  'otp_login by the root user of the parent': {
    takes: 'proof',
    show: async (verificationToken) =>
      submit(service, (await rootOf(service)).key, otpLogin, ada.organizationId, {
        ...(await loginRequest(proof, key)),
        verificationToken,
      }),
  },
  'otp_login by the person': {
    takes: 'proof',
    show: async (verificationToken) =>
      submit(service, ada.key, otpLogin, ada.organizationId, {
        ...(await loginRequest(proof, key)),
        verificationToken,
      }),
  },
  'create_sub_organization by the root user': {
    takes: 'proof',
    show: async (verificationToken) => {
      const { userEmail, userName, clientSignature, apiKeys, authenticators, oauthProviders } = (await signupRequest(
        proof,
        key,
      )) as Record<string, unknown>;
      return submit(service, (await rootOf(service)).key, createSubOrganization, service.organizationId, {
        subOrganizationName: 'Sub',
        rootUsers: [{ userName, userEmail, apiKeys, authenticators, oauthProviders }],
        rootQuorumThreshold: 1,
        verificationToken,
        clientSignature,
      });
    },
  },
};

/** Every row except the records of the attempts. */
async function untouched() {
  const { activities: _, votes: __, sealed_answers: ___, ...rest } = await contentsOf(service.service.tools.store);
  return rest;
}

const refusals = /^(VERIFICATION_TOKEN_INVALID|OIDC_(?:TOKEN_MALFORMED|HEADER_REFUSED|SIGNATURE_INVALID|KEY_UNKNOWN))$/;

describe.each(Object.entries(places))('T-20, A-26: at %s', (_, { takes, show }) => {
  test('T-20: no token of another kind is accepted, whichever key of this service signed it', async () => {
    const [, claims = ''] = session.split('.');
    const sessionClaims = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const { exp: proofExp, ...proofClaims } = readVerificationToken(proof);
    const oidc = await oidcClaims();
    const foreign = [session, ...(takes === 'oidc' ? [proof] : [])];
    for (const purpose of purposes) {
      const by = await keyFor(purpose);
      for (const [way, signs] of Object.entries(ways)) {
        for (const made of [
          sessionClaims,
          oidc,
          { ...oidc, ...sessionClaims },
          { ...sessionClaims, ...proofClaims },
          { ...oidc, ...proofClaims },
          { ...sessionClaims, ...proofClaims, exp: Number(proofExp) },
        ]) {
          foreign.push(await writeJws(made, signs(by)));
        }
        // What a proof says, signed by another key of the service, or as the service signs a session.
        const isProof = purpose === 'tls_fetcher_sign' && way === 'once';
        if (!isProof || takes === 'oidc') foreign.push(await writeJws({ ...proofClaims, exp: proofExp }, signs(by)));
      }
    }
    const before = await untouched();
    for (const token of foreign) expect(await outcomeOf(() => show(token)), token).toMatch(refusals);
    expect(foreign.length).toBeGreaterThan(55);
    expect(await untouched()).toEqual(before);
  });
});

test('T-20: at each place for a proof the proof itself is taken, so that the others were refused for their kind', async () => {
  const outcomes: unknown[] = [];
  for (const { takes, show } of Object.values(places)) {
    if (takes === 'proof') outcomes.push(await outcomeOf(() => show(proof)));
  }
  expect(outcomes.filter((outcome) => outcome === 'VERIFICATION_TOKEN_INVALID')).toEqual([]);
  expect(outcomes[0]).toEqual({ organizationId: ada.organizationId });
});

test('T-20, A-26: the kit reads no proof as a session, nor a session as a proof', async () => {
  expect(() => readSessionToken(proof)).toThrow();
  expect(() => readVerificationToken(session)).toThrow();
  const { notarizerPublicKey, tlsFetcherSignPublicKey } = service.trust;
  for (const publicKey of [notarizerPublicKey, tlsFetcherSignPublicKey]) {
    await expect(verifySessionToken(proof, publicKey)).rejects.toThrow();
    await expect(verifyVerificationToken(session, publicKey)).rejects.toThrow();
  }
  const notarizer = await keyFor('notarizer');
  const [, claims = ''] = session.split('.');
  const once = await writeJws(JSON.parse(Buffer.from(claims, 'base64url').toString()), ways.once(notarizer));
  await expect(verifySessionToken(once, notarizerPublicKey)).rejects.toMatchObject({ code: 'TOKEN_SIGNATURE_INVALID' });
  await expect(verifySessionToken(session, notarizerPublicKey)).resolves.toBeDefined();
});
