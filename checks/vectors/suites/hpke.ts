import { type Bytes, concat, equalBytes } from '../../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { openBase, sealBase } from '../../../src/crypto/hpke.js';
import { kemSharedSecret, keySchedule, keyScheduleContext } from '../../../src/crypto/hpkeSchedule.js';
import { agree, importAgreementKey } from '../../../src/crypto/p256.js';
import { readVectors } from '../files.js';
import { asked, computed, eachOf, judged, type Outcome, type Suite } from '../suite.js';

/** One context of RFC 9180 and what was sealed in it, all in hex. */
type Context = {
  mode: number;
  aead_id: number;
  info: string;
  skRm: string;
  skEm: string;
  pkRm: string;
  enc: string;
  shared_secret: string;
  key_schedule_context: string;
  base_nonce: string;
  encryptions: Message[];
  exports: unknown[];
};
type Message = { aad: string; ct: string; nonce: string; pt: string };

const vectors = 'rfc9180_dhkem_p256_hkdf_sha256.json';
const readContexts = () => readVectors<Context[]>(`hpke/${vectors}`);
const isOurs = ({ mode, aead_id }: Context) => mode === 0 && aead_id === 2;

/** RFC 9180: our one suite in mode base as it must be, and everything else unable to open. */
export const hpke: Suite[] = [
  {
    name: 'HPKE base, AES-256-GCM, message 0 both ways',
    through: 'sealBase, openBase',
    vectors,
    run: () => eachOf(readContexts().filter(isOurs), opensAndSeals),
  },
  {
    name: 'HPKE base, AES-256-GCM, the values between',
    through: 'kemSharedSecret, keyScheduleContext, keySchedule',
    vectors,
    run: () => eachOf(readContexts().filter(isOurs), derives),
  },
  {
    name: 'HPKE base, AES-256-GCM, messages 1 to 256',
    through: 'keySchedule, then AES-GCM with its nonce xor the number',
    vectors,
    run: async () => (await eachOf(readContexts().filter(isOurs), opensLaterMessages)).flat(),
  },
  {
    name: 'HPKE, later messages, other modes and AEADs: must not open',
    through: 'openBase',
    vectors,
    run: async () => {
      const contexts = readContexts();
      const outcomes = await eachOf(contexts, opensNot);
      return [...outcomes.flat(), ...contexts.flatMap(({ exports }) => exports.map(() => exportOnly))];
    },
  },
];

const exportOnly: Outcome = { is: 'out of reach', because: 'exported secrets: no function exports any' };

async function opensAndSeals({ info, skRm, skEm, pkRm, enc, encryptions: [first] }: Context): Promise<Outcome> {
  const { aad = '', ct = '', pt = '' } = first ?? {};
  const recipient = await importAgreementKey(fromHex(skRm));
  const ephemeral = await importAgreementKey(fromHex(skEm));
  const context = { info: fromHex(info), aad: fromHex(aad) };
  return computed('message 0', `${pt} ${enc} ${ct}`, async () => {
    const opened = await openBase({ ...context, recipient, enc: fromHex(enc), ciphertext: fromHex(ct) });
    const sealed = await sealBase({ ...context, recipient: fromHex(pkRm), plaintext: fromHex(pt), ephemeral });
    return [opened, sealed.enc, sealed.ciphertext].map(toHex).join(' ');
  });
}

/** The key alone cannot be read: all messages are opened with it. */
async function derives(context: Context): Promise<Outcome> {
  const { shared_secret, key_schedule_context, base_nonce } = context;
  return computed('schedule', [shared_secret, key_schedule_context, base_nonce].join(' '), async () => {
    const secret = await secretOf(context);
    const ofContext = await keyScheduleContext(fromHex(context.info));
    const { baseNonce } = await keySchedule(secret, ofContext, 'decrypt');
    return [secret, ofContext, baseNonce].map(toHex).join(' ');
  });
}

async function opensLaterMessages(context: Context): Promise<Outcome[]> {
  const ofContext = keyScheduleContext(fromHex(context.info));
  const { key, baseNonce } = await keySchedule(await secretOf(context), ofContext, 'decrypt');
  return eachOf([...context.encryptions.entries()].slice(1), async ([number, { aad, ct, pt }]) =>
    computed(`message ${number}`, pt, async () => {
      const algorithm = { name: 'AES-GCM', iv: nonceOf(baseNonce, number), additionalData: fromHex(aad) };
      return toHex(new Uint8Array(await crypto.subtle.decrypt(algorithm, key, fromHex(ct))));
    }),
  );
}

/** The single-shot function opens message 0 of its own suite; whatever else was sealed to the same key stays shut. */
async function opensNot(context: Context): Promise<Outcome[]> {
  const recipient = await importAgreementKey(fromHex(context.skRm));
  const [enc, info] = [fromHex(context.enc), fromHex(context.info)];
  return eachOf(isOurs(context) ? context.encryptions.slice(1) : context.encryptions, async ({ aad, ct, nonce }) => {
    const answer = await asked(async () => {
      await openBase({ recipient, enc, info, aad: fromHex(aad), ciphertext: fromHex(ct) });
      return true;
    });
    return judged({ id: `mode ${context.mode}, AEAD ${context.aead_id}, nonce ${nonce}`, verdict: 'invalid', answer });
  });
}

async function secretOf({ skRm, pkRm, enc }: Context): Promise<Bytes> {
  const { publicKey, privateKey } = await importAgreementKey(fromHex(skRm));
  if (!equalBytes(publicKey, fromHex(pkRm))) throw new Error('pkRm is not the public key of skRm.');
  return kemSharedSecret(await agree(privateKey, fromHex(enc)), fromHex(enc), publicKey);
}

/** The base nonce xor the number of the message. @see RFC 9180, section 5.2 */
function nonceOf(base: Bytes, number: number): Bytes {
  const nonce = concat(base);
  const view = new DataView(nonce.buffer);
  view.setUint32(8, view.getUint32(8) ^ number);
  return nonce;
}
