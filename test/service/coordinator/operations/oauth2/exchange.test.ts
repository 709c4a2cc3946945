import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { oauth2Authenticate } from '../../../../../src/contract/oauth2.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import type { Store } from '../../../../../src/service/store/store.js';
import { act, done, refusedAs } from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { envelope, post } from '../../../../support/wire.js';
import { type Oauth2Place, openOauth2Place } from './oauth2Place.js';
import { stampBy } from './stampBy.js';

describe.each(databases)('logging in at X and Discord on $name', ({ open }) => {
  let place: Oauth2Place;
  /** Happens once, before the next transaction begins. */
  let meanwhile: (() => Promise<unknown>) | undefined;

  beforeAll(async () => {
    const store = await open();
    const interrupted: Store = {
      ...store,
      async transaction(run) {
        const happens = meanwhile;
        meanwhile = undefined;
        await happens?.();
        return store.transaction(run);
      },
    };
    place = await openOauth2Place(interrupted);
  });
  afterAll(() => place.close());
  beforeEach(() => place.service.clock.advanceMs(1));
  afterEach(() => {
    place.provider.provider.fault = undefined;
  });

  test('T-22 the same bytes at once exchange a code once: who is later gets the activity that is under way, and then its token', async () => {
    const { activityBy, asRoot, provider, root, service } = place;
    const body = envelope(service, oauth2Authenticate, root.organizationId, await asRoot());
    const stamp = await stampBy(root.key, body);
    const before = provider.asked.token;
    let go: (value?: unknown) => void = () => {};
    const held = new Promise((resolve) => {
      go = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      provider.provider.fault = async () => {
        resolve();
        await held;
        return false;
      };
    });
    const send = async () => (await post(service, oauth2Authenticate.path, body, stamp)).json();
    const first = send();
    await reached;
    const meanwhile = await send();
    expect(meanwhile.activity).toMatchObject({ status: 'ACTIVITY_STATUS_PENDING', result: {} });
    expect(JSON.stringify(meanwhile)).not.toContain(JSON.parse(body).parameters.authCode);
    expect(await activityBy(meanwhile.activity.id)).toMatchObject({ status: 'ACTIVITY_STATUS_PENDING' });
    go();
    const { activity } = await first;
    expect(activity).toMatchObject({ id: meanwhile.activity.id, status: 'ACTIVITY_STATUS_COMPLETED' });
    expect((await send()).activity).toEqual(activity);
    expect(provider.asked.token).toBe(before + 1);
    expect((await activityBy(activity.id)).result).toEqual({ oauth2AuthenticateResult: { oidcToken: '[redacted]' } });
  });

  test('the auth proxy waits for the same bytes that are under way', async () => {
    const { provider, throughProxy } = place;
    const { publicKey } = await createSigningKey();
    const exchange = await provider.exchangeFor('x', 'Ada', publicKey);
    const before = provider.asked.token;
    provider.provider.fault = async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return false;
    };
    // The clock stands still, so that both are forwarded as the same bytes.
    const [one, other] = await Promise.all([
      throughProxy('x', 'Ada', publicKey, exchange),
      throughProxy('x', 'Ada', publicKey, exchange),
    ]);
    expect(one).toEqual(other);
    expect(provider.asked.token).toBe(before + 1);
  });

  test('an effect of an ended process fails within a minute, whoever meets it, and is not repeated', async () => {
    const { activityBy, asRoot, provider, root, service } = place;
    const meet = [
      async (body: string) => void (await post(service, oauth2Authenticate.path, body, await stampBy(root.key, body))),
      async (_: string, id: string) => void (await activityBy(id)),
      async () => void (await service.service.deliver()),
    ];
    for (const meeting of meet) {
      service.clock.advanceMs(61_000);
      const body = envelope(service, oauth2Authenticate, root.organizationId, await asRoot());
      const stamp = await stampBy(root.key, body);
      let hangUp = () => {};
      const asked = new Promise<void>((resolve) => {
        // It does not answer: as if the process had ended between code and token.
        provider.provider.fault = async (_, outgoing) => {
          hangUp = () => outgoing.destroy();
          resolve();
          return new Promise(() => {});
        };
      });
      const lost = post(service, oauth2Authenticate.path, body, stamp).then((answer) => answer.json());
      await asked;
      const before = provider.asked.token;
      const { activity } = await (await post(service, oauth2Authenticate.path, body, stamp)).json();
      service.clock.advanceMs(59_000);
      expect(await activityBy(activity.id)).toMatchObject({ status: 'ACTIVITY_STATUS_PENDING' });
      service.clock.advanceMs(61_000);
      await meeting(body, activity.id);
      const { store } = service.service.tools;
      const find = store.db.selectFrom('activities').selectAll().where('activity_id', '=', activity.id);
      const stored = await find.executeTakeFirstOrThrow();
      expect(stored.status).toBe('ACTIVITY_STATUS_FAILED');
      expect(JSON.parse(stored.failure ?? '').details[0].reason).toBe('START_AGAIN');
      const again = await post(service, oauth2Authenticate.path, body, stamp);
      expect(again.status).toBe(503);
      expect(await store.db.selectFrom('effects').selectAll().execute()).toEqual([]);
      hangUp();
      // The waiting client gets the same error when the provider gives up.
      expect((await lost).details[0].reason).toBe('START_AGAIN');
      expect(provider.asked.token).toBe(before);
    }
  });

  test('through the auth proxy, too, a failed effect is reported', async () => {
    const { provider, service, throughProxy } = place;
    const { publicKey } = await createSigningKey();
    let hangUp = () => {};
    const asked = new Promise<void>((resolve) => {
      provider.provider.fault = async (_, outgoing) => {
        hangUp = () => outgoing.destroy();
        resolve();
        return new Promise(() => {});
      };
    });
    const lost = throughProxy('x', 'Ada', publicKey).catch((error: unknown) => error);
    await asked;
    service.clock.advanceMs(61_000);
    await service.service.deliver();
    hangUp();
    expect(await lost).toMatchObject({ code: 'START_AGAIN' });
  });

  test('an app that is deleted while a person returns from it counts as absent', async () => {
    const { oauth2CredentialId, service, throughProxy } = place;
    const { db } = service.service.tools.store;
    const named = db.selectFrom('oauth2_credentials').selectAll().where('credential_id', '=', oauth2CredentialId);
    const app = await named.executeTakeFirstOrThrow();
    await db.deleteFrom('oauth2_credentials').where('credential_id', '=', oauth2CredentialId).execute();
    const { publicKey } = await createSigningKey();
    await expect(throughProxy('x', 'Ada', publicKey)).rejects.toMatchObject({ code: 'METHOD_NOT_ENABLED' });
    await db.insertInto('oauth2_credentials').values(app).execute();
  });

  test('an app that is deleted between its look-up and the record of the exchange exchanges nothing', async () => {
    const { asRoot, oauth2CredentialId, root, service } = place;
    const { db } = service.service.tools.store;
    const named = db.selectFrom('oauth2_credentials').selectAll().where('credential_id', '=', oauth2CredentialId);
    const app = await named.executeTakeFirstOrThrow();
    const parameters = await asRoot();
    meanwhile = () => db.deleteFrom('oauth2_credentials').where('credential_id', '=', oauth2CredentialId).execute();
    await refusedAs('OAUTH_CREDENTIAL_NOT_FOUND', service, root, oauth2Authenticate, parameters);
    await db.insertInto('oauth2_credentials').values(app).execute();
    expect((await done(service, root, oauth2Authenticate, parameters)).oidcToken).toMatch(/^eyJ/);
  });

  test('a lease is renewed between the provider’s two answers, however slow the first one was', async () => {
    const { asRoot, provider, root, service } = place;
    provider.provider.fault = (step) => {
      service.clock.advanceMs(step === 'token' ? 50_000 : 55_000);
      return false;
    };
    const activity = await act(service, root, oauth2Authenticate, await asRoot());
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });
});
