import { type Bytes, concat, utf8 } from '../../../src/crypto/bytes.js';
import { fromHex } from '../../../src/crypto/hex.js';

/** PCR0 to PCR3, in hex. */
export type Pcrs = readonly [string, string, string, string];

const member = { alias: 'ada', pubKey: `04${'11'.repeat(129)}` };
const pivotHash = 'dc'.repeat(32);

/** Members of a manifest of version 2. */
export const manifestMembers = (pcrs: Pcrs) => ({
  enclave: {
    awsRootCertificate: '3082',
    pcr0: pcrs[0],
    pcr1: pcrs[1],
    pcr2: pcrs[2],
    pcr3: pcrs[3],
    qosCommit: 'e5',
  },
  manifestSet: { members: [member], threshold: '1' },
  namespace: { name: 'test/signer', nonce: '7', quorumKey: member.pubKey },
  pivot: {
    args: ['--port', '3000'],
    bridgeConfig: [{ host: '0.0.0.0', port: '3000', type: 'server' }],
    debugMode: false,
    hash: pivotHash,
    restart: 'Always',
  },
  shareSet: { members: [], threshold: '0' },
  version: 'v2',
});

/** A manifest of version 2: the members above are sorted, and what is written of them is canonical. */
export const manifestV2 = (pcrs: Pcrs): Bytes => utf8(JSON.stringify(manifestMembers(pcrs)));

/** A manifest of version 0 or 1, in Borsh. */
export function borshManifest(pcrs: Pcrs, version: 0 | 1): Bytes {
  const buffer = (bytes: Bytes) => concat(u32(bytes.length), bytes);
  const text = (value: string) => buffer(utf8(value));
  const list = (items: readonly Bytes[]) => concat(u32(items.length), ...items);
  const key = buffer(fromHex(member.pubKey));
  const set = concat(u32(1), list([concat(text(member.alias), key)]));
  // A server at port 3000, a client of port 443 without a host, and one with it; then no debug mode.
  const bridges = [
    concat(fromHex('00b80b'), text('0.0.0.0')),
    fromHex('01bb0100'),
    concat(fromHex('01bb0101'), text('example.com')),
  ];
  return concat(
    text('test/signer'),
    u32(7),
    key,
    fromHex(pivotHash),
    Uint8Array.of(1),
    ...(version === 1 ? [list(bridges), new Uint8Array(1)] : []),
    list([text('--port'), text('3000')]),
    set,
    set,
    ...pcrs.map((pcr) => buffer(fromHex(pcr))),
    buffer(fromHex('3082')),
    text('e5'),
    u32(1),
    list([key]),
  );
}

/** Low byte first. */
function u32(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}
