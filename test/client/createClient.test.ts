import { describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/createClient.js';
import { turnkeyTrust } from '../../src/client/turnkeyTrust.js';
import { defaultWallet } from '../../src/client/wallet.js';
import { toHex } from '../../src/crypto/hex.js';
import { readPublicKey } from '../../src/crypto/p256.js';
import { sharedJson, testShared } from '../support/publishedVectors.js';

const authProxyUrl = 'https://auth.example.com/proxy/';
const authProxyConfigId = '22222222-2222-4222-8222-222222222222';

describe('a client', () => {
  test('finds the coordinator at the origin of the proxy by default', () => {
    expect(createClient({ authProxyUrl, authProxyConfigId }).settings).toMatchObject({
      authProxyUrl: 'https://auth.example.com/proxy',
      coordinatorUrl: 'https://auth.example.com',
      timeoutMs: 15_000,
      wallet: defaultWallet,
    });
    const coordinatorUrl = 'https://api.example.com/';
    expect(createClient({ authProxyUrl, authProxyConfigId, coordinatorUrl }).settings.coordinatorUrl).toBe(
      'https://api.example.com',
    );
    expect(createClient({ authProxyUrl, authProxyConfigId, wallet: null }).settings.wallet).toBeNull();
  });

  test.each([
    ['https://auth.example.com', 'https://auth.example.com'],
    ['https://auth.example.com//', 'https://auth.example.com'],
    ['https://auth.example.com/v1', 'https://auth.example.com'],
    ['https://auth.example.com/v1/', 'https://auth.example.com'],
    ['https://example.com/auth/v1', 'https://example.com/auth'],
    ['https://example.com/av1', 'https://example.com/av1'],
  ])('takes %s for the proxy at %s', (written, used) => {
    expect(createClient({ authProxyUrl: written, authProxyConfigId }).settings.authProxyUrl).toBe(used);
    const coordinatorUrl = `${used}/public/v1/`;
    expect(createClient({ authProxyUrl, authProxyConfigId, coordinatorUrl }).settings.coordinatorUrl).toBe(used);
  });

  test.each([undefined, null, 'https://auth.example.com'])('without settings says what is missing: %j', (settings) => {
    expect(() => createClient(settings as never)).toThrow(/authProxyUrl must be like https/);
  });

  test.each([
    [{ authProxyUrl: '/auth', authProxyConfigId }, /authProxyUrl/],
    [{ authProxyUrl: '', authProxyConfigId }, /authProxyUrl must be like https/],
    [{ authProxyUrl: undefined as unknown as string, authProxyConfigId }, /authProxyUrl must be like https/],
    [{ authProxyUrl: 'https://auth.example.com?x', authProxyConfigId }, /authProxyUrl/],
    [{ authProxyUrl, authProxyConfigId, coordinatorUrl: 'api.example.com' }, /coordinatorUrl/],
    [{ authProxyUrl, authProxyConfigId: '' }, /authProxyConfigId/],
    [{ authProxyUrl, authProxyConfigId, verifyProofs: 'always' as 'offered' }, /verifyProofs must be never/],
  ])('with the settings %j is refused with the reason', (settings, says) => {
    expect(() => createClient(settings)).toThrow(expect.objectContaining({ code: 'SETTINGS_INVALID' }));
    expect(() => createClient(settings)).toThrow(says);
  });

  test('uses no page when it is created, and can be created without one', async () => {
    const touched: string[] = [];
    const watched = ['indexedDB', 'localStorage', 'window', 'document', 'navigator', 'location'] as const;
    const before = watched.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
    for (const name of watched)
      Object.defineProperty(globalThis, name, { configurable: true, get: () => void touched.push(name) });
    try {
      const { sessions } = createClient({ authProxyUrl, authProxyConfigId });
      expect(sessions.getServerSnapshot().status).toBe('loading');
      expect(touched).toEqual([]);
    } finally {
      watched.forEach((name, index) => {
        const descriptor = before[index];
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else Reflect.deleteProperty(globalThis, name);
      });
    }
    const { sessions } = createClient({ authProxyUrl, authProxyConfigId });
    expect(await sessions.current()).toMatchObject({ status: 'ready', durable: false, sessions: [] });
  });
});

describe('the keys of the hosted service', () => {
  const known = sharedJson<{ constants: { values: Record<string, string> } }>('wire/vectors.json');

  testShared(known, 'are the keys that its own kit pins', ({ constants: { values } }) => {
    expect(turnkeyTrust).toEqual({
      signerPublicKey: values.productionSignerSignPublicKey,
      notarizerPublicKey: values.productionNotarizerSignPublicKey,
      tlsFetcherSignPublicKey: values.productionTlsFetcherSignPublicKey,
      tlsFetcherEncryptPublicKey: values.productionTlsFetcherEncryptPublicKey,
    });
  });

  test('are four points of the curve, so that none is mistyped', () => {
    const keys = Object.values(turnkeyTrust).map((key) => toHex(readPublicKey(key)));
    expect(new Set(keys).size).toBe(4);
  });
});
