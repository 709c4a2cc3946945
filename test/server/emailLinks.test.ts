import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { requestEmailLink } from '../../src/client/flows/emailLink.js';
import { toHex } from '../../src/crypto/hex.js';
import { createAgreementKey } from '../../src/crypto/p256.js';
import { linksOf } from '../support/links.js';
import { ada, logIn, newClient, openService } from '../support/people.js';

const newTarget = async () => toHex((await createAgreementKey()).publicKey);

const posted = (body: unknown): Request =>
  new Request('https://acme.example/api/email-link', { method: 'POST', body: JSON.stringify(body) });

/** A service in which Ada has an account, and the route of an app's backend. */
async function openBackend(more: Parameters<typeof linksOf>[1] = {}) {
  const { service, client } = await openService();
  await logIn(service, client);
  service.inbox.clear();
  const problems: unknown[] = [];
  const links = linksOf(service, { onProblem: (problem) => problems.push(problem), ...more });
  return { service, client, links, problems };
}

describe('the route that mails links', () => {
  test('mails a link that leads to the app’s page, in the requested language', async () => {
    const { service, links, problems } = await openBackend();
    const answer = await links.login(posted({ email: ada, targetPublicKey: await newTarget(), language: 'de' }));
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(problems).toEqual([]);
    const [mail] = service.inbox.list(ada);
    expect(mail?.text).toMatch(/https:\/\/acme\.example\/login#email-login=[1-9A-HJ-NP-Za-km-z]{110,}/);
    expect(mail?.html).toContain('lang="de"');
  });

  test('mails a recovery link to the configured page, after an existing fragment', async () => {
    const { service, links } = await openBackend({ recoveryPage: 'https://acme.example/#/recover' });
    await links.recovery(posted({ email: ada, targetPublicKey: await newTarget() }));
    expect(service.inbox.list(ada)[0]?.text).toMatch(/https:\/\/acme\.example\/#\/recover&email-recovery=\w{110,}/);
  });

  test('answers an unknown address like a known one, at the same time, and reports it only to the backend', async () => {
    const { service, links, problems } = await openBackend({ answerAfterMs: 150 });
    const real = setTimeout;
    let timeIsUp = () => {};
    const held = (run: () => void, ms?: number) => {
      if (ms !== 150) return real(run, ms);
      timeIsUp = run;
      return 0;
    };
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(held as typeof setTimeout);
    onTestFinished(() => void vi.restoreAllMocks());
    const answerOf = async (email: string, isDone: () => boolean) => {
      let isAnswered = false;
      const answer = links.login(posted({ email, targetPublicKey: await newTarget() })).finally(() => {
        isAnswered = true;
      });
      await expect.poll(isDone).toBe(true);
      expect(isAnswered).toBe(false);
      timeIsUp();
      const { status, headers, body } = await answer;
      return { status, headers: [...headers], body };
    };
    const unknown = await answerOf('nobody@example.com', () => problems.length === 1);
    expect(unknown).toEqual(await answerOf(ada, () => service.inbox.list(ada).length === 1));
    expect(problems).toEqual([expect.objectContaining({ code: 'USER_NOT_FOUND' })]);
    expect(service.inbox.list('nobody@example.com')).toEqual([]);
  });

  test('does not reveal that an address is beyond its limit', async () => {
    const { service, links, problems } = await openBackend();
    await service.configure({ codesPerContact: { most: 1, windowSeconds: 600 } });
    for (const _ of [1, 2, 3]) {
      const { status } = await links.login(posted({ email: ada, targetPublicKey: await newTarget() }));
      expect(status).toBe(204);
    }
    expect(problems).toContainEqual(expect.objectContaining({ code: 'TOO_MANY_CODES' }));
  });

  const key = `04${'11'.repeat(64)}`;
  test.each([
    ['nothing', undefined, 'REQUEST_INVALID'],
    ['no address', { targetPublicKey: key }, 'REQUEST_INVALID'],
    ['a compressed key', { email: ada, targetPublicKey: `02${'11'.repeat(32)}` }, 'REQUEST_INVALID'],
    ['two addresses', { email: 'a@b.com,c@d.com', targetPublicKey: key }, 'CONTACT_INVALID'],
  ])('refuses %s', async (_, body, code) => {
    const { links } = await openBackend();
    const answer = await links.login(posted(body));
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(code);
  });

  test('says that it cannot, and why to its owner alone, where its key is refused or nobody answers', async () => {
    const problems: unknown[] = [];
    const { links } = await openBackend({
      fetch: () => Promise.reject(new Error('down')),
      onProblem: (problem) => problems.push(problem),
    });
    const answer = await links.login(posted({ email: ada, targetPublicKey: await newTarget() }));
    expect(answer.status).toBe(503);
    expect(await answer.text()).not.toContain('down');
    expect(problems).toEqual([expect.objectContaining({ message: 'down' })]);
  });
});

test('the kit posts to a route of the page’s own by its URL, and throws its refusals', async () => {
  const { service, links } = await openBackend();
  const asked: string[] = [];
  const client = newClient(service, {
    fetch: async (url, init) => {
      if (!url.startsWith('https://acme.example/')) return service.fetch(url, init);
      asked.push(url);
      return links.login(new Request(url, init));
    },
  });
  const sendLink = 'https://acme.example/api/email-link';
  expect(await requestEmailLink(client, { email: ada, sendLink })).toMatchObject({ email: ada });
  expect(asked).toEqual([sendLink]);
  expect(service.inbox.list(ada)).toHaveLength(1);
  const busy = newClient(service, {
    fetch: async () =>
      Response.json({ code: 8, message: 'later', details: [] }, { status: 429, headers: { 'Retry-After': '60' } }),
  });
  await expect(requestEmailLink(busy, { email: ada, sendLink })).rejects.toMatchObject({
    status: 429,
    retryAfterMs: 60_000,
  });
  const offline = newClient(service, { fetch: () => Promise.reject(new TypeError('failed')) });
  await expect(requestEmailLink(offline, { email: ada, sendLink })).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
});
