import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../src/contract/activities.js';
import { updateAuthProxyConfig } from '../../../src/contract/authProxy.js';
import { getAuthProxyConfig } from '../../../src/contract/authProxy.queries.js';
import type { AuthProxyConfigChanges } from '../../../src/contract/authProxy.records.js';
import { updateRootQuorum } from '../../../src/contract/organizations.js';
import { withTurnstileSecret } from '../../../src/service/captcha/secretKey.js';
import { makeParent } from '../../../src/service/makeParent.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { contentsOf } from '../../support/contents.js';
import { act, done, makeMember, type Party, refusedAs, rootOf } from '../../support/parties.js';
import { refusedWith } from '../../support/refusedWith.js';
import { databases } from '../../support/stores.js';
import { ask } from '../../support/wire.js';

const secretKey = '0x4AAAAAAAtop_secret_of_the_captcha';
const site = { turnstileSiteKey: '0x4AAAAAAAsite', turnstileSecretKey: secretKey };

describe.each(databases)('the secret key of the captcha on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  const logged: string[] = [];
  beforeAll(async () => {
    service = await createTestService({
      store: await open(),
      log: (event, facts) => logged.push(JSON.stringify({ event, ...facts })),
    });
    root = await rootOf(service);
  });
  afterAll(() => service.close());
  beforeEach(() => service.clock.advanceMs(1));

  const change = (changes: AuthProxyConfigChanges) => done(service, root, updateAuthProxyConfig, changes);
  const read = () =>
    ask(service, root.key, getAuthProxyConfig, { organizationId: root.organizationId }).then((answer) =>
      JSON.stringify(answer),
    );
  const kept = async (): Promise<string | undefined> => {
    const { store, sealer } = service.service.tools;
    const row = await store.db
      .selectFrom('auth_proxy_configs')
      .selectAll()
      .where('config_id', '=', service.authProxyConfigId)
      .executeTakeFirstOrThrow();
    const sealed = row.sealed_turnstile_secret;
    return sealed === null ? undefined : withTurnstileSecret(sealer, row, sealed, async (opened) => opened);
  };

  test('it is stored sealed, recorded as [redacted], and never answered, listed or logged', async () => {
    const activity = await act(service, root, updateAuthProxyConfig, { captchaEnabled: true, ...site });
    expect(activity.intent).toEqual({
      updateAuthProxyConfigIntent: { captchaEnabled: true, ...site, turnstileSecretKey: '[redacted]' },
    });
    expect(activity.votes.map(({ message }) => message)).toEqual(['[redacted]']);
    const config = await read();
    expect(config).toContain('"captchaEnabled":true');
    expect(config).not.toContain('SecretKey');
    expect(await kept()).toBe(secretKey);
    const inHex = Buffer.from(secretKey).toString('hex');
    const everything = JSON.stringify(await contentsOf(service.service.tools.store), (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    );
    for (const form of [secretKey, inHex, Buffer.from(secretKey).toString('base64')])
      expect(`${everything}${config}${logged.join()}`).not.toContain(form);
  });

  test('it stays while other members change, is replaced by another one, and is removed by an empty one', async () => {
    await change({ captchaEnabled: true, ...site });
    await change({ otpLength: 7 });
    expect(await kept()).toBe(secretKey);
    await change({ turnstileSecretKey: '0xanother' });
    expect(await kept()).toBe('0xanother');
    await change({ captchaEnabled: false, turnstileSecretKey: '', turnstileSiteKey: '' });
    expect(await kept()).toBeUndefined();
    expect(await read()).not.toContain('turnstileSiteKey');
  });

  test('a captcha without both keys cannot be enabled', async () => {
    await change({ captchaEnabled: false, turnstileSecretKey: '', turnstileSiteKey: '' });
    const refused = (changes: AuthProxyConfigChanges) =>
      refusedAs('PROXY_CONFIG_INVALID', service, root, updateAuthProxyConfig, changes);
    await refused({ captchaEnabled: true });
    await refused({ captchaEnabled: true, turnstileSiteKey: site.turnstileSiteKey });
    await refused({ captchaEnabled: true, turnstileSecretKey: secretKey });
    expect(await kept()).toBeUndefined();
    await change({ captchaEnabled: true, ...site });
    await refused({ turnstileSiteKey: '' });
    await refused({ turnstileSecretKey: '' });
    expect(await kept()).toBe(secretKey);
    const settings = { captchaEnabled: true, ...site };
    const parent = { name: 'Other', rootPublicKey: root.key.publicKey, settings };
    await refusedWith('PROXY_CONFIG_INVALID', makeParent(service.service.tools, parent));
  });

  test('while a change waits for votes, the secret key waits sealed, and the deciding vote stores it', async () => {
    const second = await makeMember(service, root.organizationId, null, 'Second');
    const userIds = [root.userId, second.userId];
    await done(service, root, updateRootQuorum, { threshold: 2, userIds });
    const asked = await act(service, root, updateAuthProxyConfig, { captchaEnabled: true, ...site });
    expect(asked.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const { store } = service.service.tools;
    expect(JSON.stringify(await contentsOf(store))).not.toContain(secretKey);
    await act(service, second, approveActivity, { fingerprint: asked.fingerprint });
    expect(await kept()).toBe(secretKey);
    await act(service, root, updateRootQuorum, { threshold: 1, userIds: [root.userId] }).then(({ fingerprint }) =>
      act(service, second, approveActivity, { fingerprint }),
    );
  });

  test.each<AuthProxyConfigChanges>([
    { turnstileSecretKey: 'two words' },
    { turnstileSiteKey: '<script>' },
    { turnstileHostnames: ['https://app.example.com'] },
    { turnstileActions: ['log in'] },
  ])('%o is no setting of it', (changes) =>
    refusedAs('REQUEST_INVALID', service, root, updateAuthProxyConfig, changes),
  );
});
