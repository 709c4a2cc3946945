import { beforeEach, describe, expect, test } from 'vitest';
import { readRefusal } from '../../src/contract/refusalBody.js';
import { scripted } from '../../src/testing/script.js';

const request = (name: string, init: RequestInit = {}) =>
  new Request(`https://latchkey.test/v1/${name}`, { method: 'POST', ...init });

describe('a script', () => {
  let asked: string[];
  let script: ReturnType<typeof scripted>;
  beforeEach(() => {
    asked = [];
    script = scripted(async ({ url }) => {
      asked.push(new URL(url).pathname);
      return Response.json({});
    });
  });

  test('lets everything through until something is planned', async () => {
    expect((await script.fetch(request('otp_init'))).status).toBe(200);
    expect(asked).toEqual(['/v1/otp_init']);
  });

  test('refuses by code, as the service words it, and as often as planned', async () => {
    script.next('otp_init', { refuse: 'TOO_MANY_CODES', details: { retryAfterMs: 1500 } }, 2);
    for (let time = 0; time < 2; time += 1) {
      const response = await script.fetch(request('otp_init'));
      const error = readRefusal(response.status, await response.json(), response.headers.get('Retry-After'));
      expect(error).toMatchObject({ code: 'TOO_MANY_CODES', status: 429, retryAfterMs: 2000 });
    }
    expect(asked).toEqual([]);
    expect((await script.fetch(request('otp_init'))).status).toBe(200);
  });

  test('concerns the calls of one name, or of any', async () => {
    script.next('otp_verify', 'unreachable');
    expect((await script.fetch(request('otp_init'))).status).toBe(200);
    await expect(script.fetch(request('otp_verify'))).rejects.toThrow(TypeError);
    script.next('*', 'unreachable');
    await expect(script.fetch(request('account'))).rejects.toThrow(TypeError);
    expect(asked).toEqual(['/v1/otp_init']);
  });

  test('loses a request before it arrives, or its answer afterwards', async () => {
    script.next('signup', 'unreachable');
    await expect(script.fetch(request('signup'))).rejects.toThrow(TypeError);
    expect(asked).toEqual([]);
    script.next('signup', 'answer lost');
    await expect(script.fetch(request('signup'))).rejects.toThrow(TypeError);
    expect(asked).toEqual(['/v1/signup']);
  });

  test('holds a request until a promise settles, or the one who asked gives up', async () => {
    let release = () => {};
    script.next('signup', { until: new Promise<void>((resolve) => (release = resolve)) });
    const waiting = script.fetch(request('signup'));
    await Promise.resolve();
    expect(asked).toEqual([]);
    release();
    expect((await waiting).status).toBe(200);

    const patience = new AbortController();
    script.next('signup', { until: new Promise(() => {}) });
    const given = script.fetch(request('signup', { signal: patience.signal }));
    patience.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked).toEqual(['/v1/signup']);
  });

  test('happens in the order it was planned, and can be forgotten', async () => {
    script.next('otp_init', { refuse: 'CONTACT_INVALID' });
    script.next('otp_init', { refuse: 'TOO_MANY_CODES' });
    script.next('otp_init', { refuse: 'INTERNAL' });
    const statuses = [await script.fetch(request('otp_init')), await script.fetch(request('otp_init'))];
    expect(statuses.map(({ status }) => status)).toEqual([400, 429]);
    script.clear();
    expect((await script.fetch(request('otp_init'))).status).toBe(200);
  });
});
