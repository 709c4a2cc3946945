import { describe, expect, test } from 'vitest';
import { readRefusal } from '../../src/contract/readRefusal.js';
import { writeRefusalBody } from '../../src/contract/refusalBody.js';
import { type RefusalCode, type RefusalDetails, RefusedError, refusals, refused } from '../../src/contract/refusals.js';
import { refusalNamed, turnkeyErrorCodeOf } from '../../src/contract/turnkeyErrorCodes.js';
import { LatchkeyError } from '../../src/errors.js';

const codes = Object.keys(refusals) as RefusalCode[];

/** Written as a response body and read again. */
const sent = (error: RefusedError) => readRefusal(error.status, JSON.parse(JSON.stringify(writeRefusalBody(error))));

describe('a refusal goes over the wire and comes back the same', () => {
  const seen = ({ code, message, published, status, grpc, retryAfterMs, fieldViolations }: RefusedError) => ({
    code,
    message,
    published,
    status,
    grpc,
    retryAfterMs,
    fieldViolations,
  });
  test.each(codes)('%s', (code) => {
    expect(seen(sent(refused(code)))).toEqual(seen(refused(code)));
  });

  const details: RefusalDetails = {
    retryAfterMs: 12_000,
    fieldViolations: [{ field: 'parameters.otpCode', description: 'is required' }],
    about: 'OTP_TYPE_SMS',
  };
  test('with its details', () => {
    expect(seen(sent(refused('REQUEST_INVALID', details)))).toEqual(seen(refused('REQUEST_INVALID', details)));
    expect(refused('NOT_YET_SUPPORTED', details).message).toMatch(/\(OTP_TYPE_SMS\)$/);
  });

  test('with the sentence that public clients know as its message, and ours beside it', () => {
    const { message, details } = writeRefusalBody(refused('ORGANIZATION_NOT_FOUND'));
    expect(message).toBe('no organization found with the given ID');
    expect(details[0]).toMatchObject({
      reason: 'ORGANIZATION_NOT_FOUND',
      metadata: { sentence: refusals.ORGANIZATION_NOT_FOUND.text },
    });
    expect(writeRefusalBody(refused('USER_NOT_FOUND'))).toMatchObject({
      message: refusals.USER_NOT_FOUND.text,
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'USER_NOT_FOUND', domain: 'latchkey' }],
    });
  });

  test('with a code that this version does not know, which is passed on as it came', () => {
    const newer = readRefusal(400, {
      code: 3,
      message: 'The moon is full.',
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'MOON_FULL', domain: 'latchkey' }],
    });
    expect(newer).toMatchObject({ code: 'UNKNOWN_REFUSAL', rawCode: 'MOON_FULL', message: 'The moon is full.' });
    expect(sent(newer)).toMatchObject({ code: 'UNKNOWN_REFUSAL', rawCode: 'MOON_FULL' });
  });

  test.each([[null], [7], ['text'], [{ sentence: 7 }], [{ sentence: '' }], [{}]])(
    'with metadata %j, which is no sentence of ours',
    (metadata) => {
      const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'USER_NOT_FOUND', metadata };
      expect(readRefusal(404, { code: 5, message: 'nobody', details: [info] })).toMatchObject({
        code: 'USER_NOT_FOUND',
        message: 'nobody',
      });
    },
  );

  test('without its cause', () => {
    const error = refused('INTERNAL', { cause: new Error('select * from users') });
    expect(JSON.stringify(writeRefusalBody(error))).not.toContain('select');
    expect(error.cause).toBeInstanceOf(Error);
  });

  test('T-65 its body has the three members of an RPC status, and no others', () => {
    for (const code of codes) {
      const body = writeRefusalBody(refused(code, details));
      expect(Object.keys(body)).toEqual(['code', 'message', 'details']);
      expect(body.details.map((detail) => detail['@type'])).toEqual(
        expect.arrayContaining(['type.googleapis.com/google.rpc.ErrorInfo']),
      );
    }
  });
});

test('the hosted service has the published status for each of its codes', () => {
  const published: Record<number, number[]> = {
    3: [400, 405, 413, 415, 431],
    4: [504],
    5: [404],
    6: [409],
    7: [403],
    8: [429],
    9: [400],
    10: [409],
    13: [500],
    14: [503],
    15: [500], // DATA_LOSS, https://grpc.io/docs/guides/status-codes
    16: [401],
  };
  for (const code of codes) expect(published[refusals[code].grpc], code).toContain(refusals[code].status);
});

test('every sentence is one that a person can read, and no secret belongs in it', () => {
  for (const code of codes) expect(refusals[code].text, code).toMatch(/^[A-Za-z].{10,}/);
});

/** The published name of a refusal's cause, as it is sent. */
const nameOf = (error: RefusedError) =>
  writeRefusalBody(error).details.find((detail) => detail['@type'].endsWith('TurnkeyErrorDetail'))?.turnkeyErrorCode as
    | string
    | undefined;

/** Names that no refusal means alone: they are read as they came. */
const readAsTheyCome = [
  'INVALID_OIDC_TOKEN',
  'INVALID_ACTIVITY_CALLER',
  'UNAUTHENTICATED',
  'OAUTH2_PROVIDER_NOT_FOUND',
  'INVALID_OAUTH2_PROVIDER',
];

describe('a refusal bears the published name of its cause', () => {
  // https://docs.turnkey.com/developer-reference/api-overview/errors, and MAX_OTP_INITIATED of docs/wire.md 2.6
  const examples: Readonly<Record<string, RefusedError>> = {
    INTERNAL: refused('SEALED_UNREADABLE'),
    ORGANIZATION_NOT_FOUND: refused('ORGANIZATION_NOT_FOUND'),
    REQUEST_NOT_AUTHORIZED: refused('NOT_AUTHORIZED'),
    PUBLIC_KEY_NOT_FOUND: refused('PUBLIC_KEY_NOT_FOUND'),
    RATE_LIMIT_EXCEEDED: refused('TOO_MUCH_WORK'),
    SIGNATURE_MISSING: refused('STAMP_MISSING'),
    SIGNATURE_INVALID: refused('STAMP_INVALID'),
    CREDENTIAL_NOT_FOUND: refused('AUTHENTICATOR_NOT_FOUND'),
    CREDENTIAL_CONFLICT: refused('PUBLIC_KEY_AMBIGUOUS'),
    API_KEY_EXPIRED: refused('API_KEY_EXPIRED'),
    REQUEST_INVALID: refused('PATH_MALFORMED'),
    FORBIDDEN: refused('ORIGIN_NOT_ALLOWED'),
    UNAUTHENTICATED: refused('STAMP_NOT_TAKEN'),
    UNSUPPORTED_TRANSACTION_TYPE: refused('TRANSACTION_TYPE_NOT_SUPPORTED'),
    INVALID_TRANSACTION: refused('TRANSACTION_MALFORMED'),
    INVALID_OIDC_TOKEN: refused('OIDC_TOKEN_EXPIRED'),
    INVALID_ORGANIZATION_ID: refused('REQUEST_INVALID', { turnkeyErrorCode: 'INVALID_ORGANIZATION_ID' }),
    OAUTH2_CREDENTIAL_NOT_FOUND: refused('OAUTH_CREDENTIAL_NOT_FOUND'),
    OAUTH2_PROVIDER_NOT_FOUND: refused('OAUTH_PROVIDER_NOT_FOUND'),
    INVALID_OAUTH2_PROVIDER: refused('OAUTH_CLIENT_REFUSED'),
    OAUTH2_PROVIDER_NOT_CONFIGURED: refused('METHOD_NOT_ENABLED', {
      turnkeyErrorCode: 'OAUTH2_PROVIDER_NOT_CONFIGURED',
    }),
    INVALID_ACTIVITY_CALLER: refused('WEBHOOKS_NOT_HERE'),
    WALLET_ACCOUNT_NOT_EXPORTED: refused('NOT_EXPORTED'),
    INVALID_TIME: refused('TIMESTAMP_NOT_LIVE'),
    INVALID_EMAIL: refused('CONTACT_INVALID'),
    OAUTH_PROVIDER_ALREADY_EXISTS: refused('CREDENTIAL_CONFLICT', {
      turnkeyErrorCode: 'OAUTH_PROVIDER_ALREADY_EXISTS',
    }),
    EMAIL_SENDING_DISABLED: refused('METHOD_NOT_ENABLED', { turnkeyErrorCode: 'EMAIL_SENDING_DISABLED' }),
    ORGANIZATION_MISMATCH: refused('ORGANIZATION_MISMATCH'),
    MAX_OTP_INITIATED: refused('TOO_MANY_CODES'),
  };

  test.each(Object.entries(examples))('%s', (name, error) => {
    expect(nameOf(error)).toBe(name);
    expect(nameOf(sent(error)), 'once the auth proxy has forwarded it').toBe(name);
  });

  test('and no other name is sent', () => {
    for (const code of codes)
      if (nameOf(refused(code))) expect(Object.keys(examples), code).toContain(nameOf(refused(code)));
  });

  test('a method that is off has none, unless it is known which', () => {
    expect(nameOf(refused('METHOD_NOT_ENABLED'))).toBeUndefined();
  });
});

describe('a refusal of the hosted service, which has no reason of ours', () => {
  const hosted = (message: string, turnkeyErrorCode?: string) => ({
    code: 3,
    message,
    details: turnkeyErrorCode
      ? [{ '@type': 'type.googleapis.com/errors.v1.TurnkeyErrorDetail', turnkeyErrorCode }]
      : [],
  });

  test.each([
    ['Max number of OTPs have been initiated', 400, 'TOO_MANY_CODES'],
    ['Invalid OTP code', 400, 'OTP_WRONG'],
    ['rpc error: Invalid OTP code (attempt 2)', 400, 'OTP_WRONG'],
    ['could not find public key in organization or its parent organization', 401, 'PUBLIC_KEY_NOT_FOUND'],
    ['Unauthenticated desc = expired api key publicKey', 401, 'API_KEY_EXPIRED'],
    ['something else', 400, 'REQUEST_INVALID'],
    ['something else', 401, 'STAMP_INVALID'],
    ['something else', 403, 'NOT_AUTHORIZED'],
    ['something else', 500, 'UNAVAILABLE'],
    ['something else', 503, 'UNAVAILABLE'],
  ])('%s (%d) is %s', (message, status, code) => {
    const error = readRefusal(status, hosted(message));
    expect(error).toMatchObject({ code, message, status });
  });

  test('is known by its own code, where it has one', () => {
    const read = (name: string) => readRefusal(400, hosted('something', name));
    const named = (name: string) => read(name).code;
    expect(named('MAX_OTP_INITIATED')).toBe('TOO_MANY_CODES');
    expect(named('API_KEY_EXPIRED')).toBe('API_KEY_EXPIRED');
    expect(named('SIGNATURE_INVALID')).toBe('STAMP_INVALID');
    expect(named('REQUEST_NOT_AUTHORIZED')).toBe('NOT_AUTHORIZED');
    expect(named('RATE_LIMIT_EXCEEDED')).toBe('TOO_MANY_REQUESTS'); // which any call may be answered
    for (const name of ['SWAP_QUOTE_ALREADY_USED', 'constructor'])
      expect(read(name)).toMatchObject({ code: 'UNKNOWN_REFUSAL', rawCode: name });
  });

  test('a name that no refusal here means alone is unknown, and kept as it came', () => {
    for (const name of ['INVALID_OIDC_TOKEN', 'EMAIL_SENDING_DISABLED'])
      expect(readRefusal(400, hosted('something', name))).toMatchObject({
        code: 'UNKNOWN_REFUSAL',
        rawCode: name,
        turnkeyErrorCode: name,
      });
  });

  test('a name of ours that the hosted service shares means the same', () => {
    for (const code of codes) {
      const name = nameOf(refused(code));
      if (name !== undefined && !readAsTheyCome.includes(name))
        expect(codes, name).toContain(refusalNamed(name) ?? name);
    }
    expect(turnkeyErrorCodeOf({ code: 'toString' as RefusalCode, turnkeyErrorCode: undefined })).toBeUndefined();
  });

  test('the time to wait is read from the header, or from the body', () => {
    expect(readRefusal(429, hosted('slow down'), '7').retryAfterMs).toBe(7000);
    expect(readRefusal(429, hosted('slow down'), 'Wed, 21 Oct 2026 07:28:00 GMT').retryAfterMs).toBeUndefined();
    const body = {
      ...hosted('slow down'),
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' }],
    };
    expect(readRefusal(429, body).retryAfterMs).toBe(3000);
  });
});

test.each([[undefined], [null], ['<html>502</html>'], [42], [[]], [{ details: 'none' }], [{ code: 'x', message: 1 }]])(
  'an answer that is no refusal at all, %j, is one without a reason',
  (body) => {
    const error = readRefusal(502, body);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toBeInstanceOf(LatchkeyError);
    expect(error).toMatchObject({
      code: 'UNAVAILABLE',
      status: 502,
      message: 'The service answered 502 without a reason.',
    });
  },
);
