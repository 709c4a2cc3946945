import { expect, test } from 'vitest';
import { type BrowserRequest, passkeyErrorOf } from '../../src/stampers/passkeyError.js';

const create: BrowserRequest = { ceremony: 'create', elapsedMs: 1_000, timeoutMs: 60_000 };
const get: BrowserRequest = { ...create, ceremony: 'get' };
const named = (name: string) => new DOMException('what the browser says', name);

test.each<[name: string, asked: BrowserRequest, code: string]>([
  ['NotAllowedError', create, 'PASSKEY_CANCELLED'],
  ['NotAllowedError', get, 'PASSKEY_CANCELLED'],
  ['NotAllowedError', { ...get, elapsedMs: 59_999 }, 'PASSKEY_CANCELLED'],
  ['NotAllowedError', { ...get, elapsedMs: 60_000 }, 'PASSKEY_TIMED_OUT'],
  ['InvalidStateError', create, 'PASSKEY_ALREADY_REGISTERED'],
  ['InvalidStateError', get, 'PASSKEY_FAILED'],
  ['SecurityError', create, 'PASSKEY_ORIGIN_NOT_ALLOWED'],
  ['SecurityError', get, 'PASSKEY_ORIGIN_NOT_ALLOWED'],
  ['NotSupportedError', create, 'PASSKEY_NOT_SUPPORTED'],
  ['ConstraintError', create, 'PASSKEY_NOT_SUPPORTED'],
  ['AbortError', get, 'PASSKEY_BUSY'],
  ['OperationError', get, 'PASSKEY_BUSY'],
  ['UnknownError', get, 'PASSKEY_FAILED'],
  ['NotReadableError', create, 'PASSKEY_FAILED'],
])('%s, asked %j, is %s, and the browser’s own error stays in the cause', (name, asked, code) => {
  const cause = named(name);
  const error = passkeyErrorOf(cause, asked);
  expect(error).toMatchObject({ name: 'PasskeyError', code, cause });
  expect(error.message).not.toContain(cause.message);
});

test('what is no exception of a browser is a failure, too', () => {
  for (const thrown of [undefined, 'a text', new TypeError('an extension failed'), {}])
    expect(passkeyErrorOf(thrown, get)).toMatchObject({ code: 'PASSKEY_FAILED', cause: thrown });
});
