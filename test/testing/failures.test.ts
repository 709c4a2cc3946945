import { beforeEach, describe, expect, test } from 'vitest';
import { readRefusal } from '../../src/contract/readRefusal.js';
import { failing } from '../../src/testing/failures.js';

const request = (name: string, init: RequestInit = {}) =>
  new Request(`https://latchkey.test/v1/${name}`, { method: 'POST', ...init });

describe('planned failures', () => {
  let asked: string[];
  let failures: ReturnType<typeof failing>;
  beforeEach(() => {
    asked = [];
    failures = failing(async ({ url }) => {
      asked.push(new URL(url).pathname);
      return Response.json({});
    });
  });

  test('lets everything through until something is planned', async () => {
    expect((await failures.fetch(request('otp_init'))).status).toBe(200);
    expect(asked).toEqual(['/v1/otp_init']);
  });

  test('refuses by code, as the service words it, and as often as planned', async () => {
    failures.next('otp_init', { refuse: 'TOO_MANY_CODES', details: { retryAfterMs: 1500 } }, 2);
    for (let time = 0; time < 2; time += 1) {
      const response = await failures.fetch(request('otp_init'));
      const error = readRefusal(response.status, await response.json(), response.headers.get('Retry-After'));
      expect(error).toMatchObject({ code: 'TOO_MANY_CODES', status: 429, retryAfterMs: 2000 });
    }
    expect(asked).toEqual([]);
    expect((await failures.fetch(request('otp_init'))).status).toBe(200);
  });

  test('concerns the calls of one name, or of any', async () => {
    failures.next('otp_verify', 'unreachable');
    expect((await failures.fetch(request('otp_init'))).status).toBe(200);
    await expect(failures.fetch(request('otp_verify'))).rejects.toThrow(TypeError);
    failures.next('*', 'unreachable');
    await expect(failures.fetch(request('account'))).rejects.toThrow(TypeError);
    expect(asked).toEqual(['/v1/otp_init']);
  });

  test('loses a request before it arrives, or its answer afterwards', async () => {
    failures.next('signup', 'unreachable');
    await expect(failures.fetch(request('signup'))).rejects.toThrow(TypeError);
    expect(asked).toEqual([]);
    failures.next('signup', 'answer lost');
    await expect(failures.fetch(request('signup'))).rejects.toThrow(TypeError);
    expect(asked).toEqual(['/v1/signup']);
  });

  test('holds a request until a promise settles, or the one who asked gives up', async () => {
    let release = () => {};
    failures.next('signup', { until: new Promise<void>((resolve) => (release = resolve)) });
    const waiting = failures.fetch(request('signup'));
    await Promise.resolve();
    expect(asked).toEqual([]);
    release();
    expect((await waiting).status).toBe(200);

    const controller = new AbortController();
    failures.next('signup', { until: new Promise(() => {}) });
    const given = failures.fetch(request('signup', { signal: controller.signal }));
    controller.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked).toEqual(['/v1/signup']);
  });

  test('happens in the order it was planned, and can be forgotten', async () => {
    failures.next('otp_init', { refuse: 'CONTACT_INVALID' });
    failures.next('otp_init', { refuse: 'TOO_MANY_CODES' });
    failures.next('otp_init', { refuse: 'INTERNAL' });
    const statuses = [await failures.fetch(request('otp_init')), await failures.fetch(request('otp_init'))];
    expect(statuses.map(({ status }) => status)).toEqual([400, 429]);
    failures.clear();
    expect((await failures.fetch(request('otp_init'))).status).toBe(200);
  });
});
