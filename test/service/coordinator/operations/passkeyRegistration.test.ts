import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticators } from '../../../../src/contract/authenticators.js';
import { updateAuthProxyConfig } from '../../../../src/contract/authProxy.js';
import { removeOrganizationFeature, setOrganizationFeature } from '../../../../src/contract/organizations.js';
import { whoami } from '../../../../src/contract/users.queries.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { act, codeOf, done, makeSubOrganization, type Party, refusedAs, rootOf } from '../../../support/parties.js';
import { type Answering, createPasskey } from '../../../support/passkey.js';
import { askBy, newPerson } from './passkeyPeople.js';

let service: TestService;
let root: Party;
beforeAll(async () => {
  service = await createTestService();
  root = await rootOf(service);
});
afterAll(() => service.close());

describe('a registration is refused', () => {
  test.each<[string, Answering]>([
    ['for another challenge', { challenge: 'YW5vdGhlcg' }],
    ['for another site', { rpId: 'example.org' }],
    ['for a whole top-level domain', { rpId: 'com' }],
    ['where nobody was there', { flags: 4 }],
    ['from a frame of another origin', { crossOrigin: true }],
  ])('T-28 %s', async (_, how) => {
    const { ada } = await newPerson(service);
    const authenticators = [await (await createPasskey()).register(how)];
    await refusedAs('PASSKEY_INVALID', service, ada, createAuthenticators, { userId: ada.userId, authenticators });
  });

  test('where the passkey is registered already, here or in another sub-organization', async () => {
    const { ada, passkey } = await newPerson(service);
    const other = await newPerson(service);
    const authenticators = [await passkey.register()];
    for (const party of [ada, other.ada]) {
      const parameters = { userId: party.userId, authenticators };
      await refusedAs('CREDENTIAL_CONFLICT', service, party, createAuthenticators, parameters);
    }
  });

  test('from the eleventh on', async () => {
    const { ada } = await newPerson(service);
    const nine = await Promise.all(Array.from({ length: 9 }, async () => (await createPasskey()).register()));
    await done(service, ada, createAuthenticators, { userId: ada.userId, authenticators: nine });
    const parameters = { userId: ada.userId, authenticators: [await (await createPasskey()).register()] };
    await refusedAs('TOO_MANY_PASSKEYS', service, ada, createAuthenticators, parameters);
  });

  test('on a page whose origin the configuration does not allow, for its use, too', async () => {
    const { ada, passkey } = await newPerson(service);
    const elsewhere = await createPasskey({ origin: 'https://evil.example' });
    await done(service, root, updateAuthProxyConfig, { allowedOrigins: ['https://evil.example'] });
    const answer = await askBy(service, passkey, whoami, { organizationId: ada.organizationId });
    expect(await codeOf(answer)).toBe('STAMP_INVALID');
    await done(service, root, updateAuthProxyConfig, { allowedOrigins: ['https://app.example.com'] });
    expect((await askBy(service, passkey, whoami, { organizationId: ada.organizationId })).status).toBe(200);
    const parameters = { userId: ada.userId, authenticators: [await elsewhere.register()] };
    await refusedAs('PASSKEY_INVALID', service, ada, createAuthenticators, parameters);
    await done(service, root, updateAuthProxyConfig, { allowedOrigins: ['*'] });
  });

  test('A-71: where any origin is allowed, on a page of another site, or of its own without https, for its making, too', async () => {
    const { users } = await makeSubOrganization(service);
    const [ada] = users;
    const { organizationId, userId } = ada;
    const passkey = await createPasskey({ origin: 'https://example.com' });
    await done(service, ada, createAuthenticators, { userId, authenticators: [await passkey.register()] });
    const heard = async (origin: string) =>
      codeOf(await askBy(service, passkey, whoami, { organizationId }, { origin }));
    for (const origin of ['https://example.com', 'https://app.example.com', 'https://example.com:8443'])
      expect(await heard(origin), origin).toBe('none');
    for (const origin of [
      'https://evil.example',
      'https://notexample.com',
      'https://example.com.evil.example',
      'https://com',
      'http://example.com',
      'http://localhost',
      'android:apk-key-hash:abc',
      'null',
    ])
      expect(await heard(origin), origin).toBe('STAMP_INVALID');
    const making = async (origin: string) => {
      const made = await createPasskey({ origin });
      return act(service, ada, createAuthenticators, { userId, authenticators: [await made.register()] });
    };
    await expect(making('http://app.example.com')).rejects.toMatchObject({ code: 'PASSKEY_INVALID' });
    for (const origin of ['http://localhost:3000', 'http://app.localhost', 'http://127.0.0.1:3000'])
      expect((await making(origin)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    // Related origins are for a list to name.
    await done(service, root, updateAuthProxyConfig, { allowedOrigins: ['https://example.com', 'https://example.de'] });
    expect(await heard('https://example.de')).toBe('none');
    await done(service, root, updateAuthProxyConfig, { allowedOrigins: ['*'] });
  });

  test("on a page that the parent's or the organization's own feature leaves out", async () => {
    const { ada, passkey } = await newPerson(service);
    const { organizationId } = ada;
    const origins = (by: Party, value: string) =>
      done(service, by, setOrganizationFeature, { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value });
    const heard = async () => codeOf(await askBy(service, passkey, whoami, { organizationId }));
    await origins(root, 'https://evil.example');
    expect(await heard()).toBe('STAMP_INVALID');
    await origins(root, 'https://app.example.com, https://evil.example');
    expect(await heard()).toBe('none');
    await origins(ada, 'https://evil.example');
    expect(await heard()).toBe('STAMP_INVALID');
    await done(service, root, removeOrganizationFeature, { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS' });
  });

  test('without user verification, where the configuration asks for it', async () => {
    const { ada, passkey } = await newPerson(service);
    await done(service, root, updateAuthProxyConfig, { passkeyUserVerification: 'required' });
    const verified = await askBy(service, passkey, whoami, { organizationId: ada.organizationId });
    expect(verified.status).toBe(200);
    const unverified = await askBy(service, passkey, whoami, { organizationId: ada.organizationId }, { flags: 1 });
    expect(await codeOf(unverified)).toBe('STAMP_INVALID');
    await done(service, root, updateAuthProxyConfig, { passkeyUserVerification: 'preferred' });
  });
});
