import { expect, test } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.js';
import { eip191 } from '../../src/crypto/eip191.js';
import { toHex } from '../../src/crypto/hex.js';
import { readSignedPayload } from '../../src/reading/signedPayload.js';

const hex = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_KECCAK256' };
const digest = {
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
  hashFunction: 'HASH_FUNCTION_NO_OP',
  payload: 'ab'.repeat(32),
};

test.each(['Hello', '', '12345', '0', 'Grüße 👋', 'two\nlines', '7\x19Ethereum Signed Message:\n1'])(
  'a message that a wallet signs is read: %j',
  (message) => {
    const payload = toHex(eip191(message));
    expect(readSignedPayload({ ...hex, payload })).toEqual({ is: 'message', messages: [message] });
    expect(readSignedPayload({ ...hex, payload: `0x${payload.toUpperCase()}` })).toEqual({
      is: 'message',
      messages: [message],
    });
  },
);

test('a text that says so is read as it is, and several are, where all of them are texts', () => {
  const text = { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' };
  expect(readSignedPayload({ ...text, payload: 'Hello' })).toEqual({ is: 'message', messages: ['Hello'] });
  expect(readSignedPayload({ ...text, payloads: ['a', 'b'] })).toEqual({ is: 'message', messages: ['a', 'b'] });
  const payloads = [toHex(eip191('a')), 'ab'.repeat(32)];
  expect(readSignedPayload({ ...hex, payloads })).toEqual({ is: 'data', messages: [] });
});

test('a hash, other bytes, and a prefix with another length are data; what permits something is named', () => {
  const wrongLength = toHex(utf8('\x19Ethereum Signed Message:\n4Hello'));
  const notText = toHex(Uint8Array.of(...eip191('a').slice(0, -1), 0xff));
  for (const payload of [wrongLength, notText, 'ab'.repeat(32), 'no hex'])
    expect(readSignedPayload({ ...hex, payload })).toEqual({ is: 'data', messages: [] });
  expect(readSignedPayload(digest)).toEqual({ is: 'data', messages: [] });
  expect(readSignedPayload({ ...digest, payload: toHex(eip191('Hello')) })).toEqual({ is: 'data', messages: [] });
  expect(readSignedPayload({ payload: '{}', encoding: 'PAYLOAD_ENCODING_EIP712' })?.is).toBe('typed data');
  expect(readSignedPayload({ payload: '{}', encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION' })?.is).toBe(
    'authorization',
  );
  expect(readSignedPayload({ walletName: 'Savings' })).toBeUndefined();
});
