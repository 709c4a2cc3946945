import type * as ourClient from '../../src/client.js';
import type * as ourCrypto from '../../src/crypto.js';

/** The number of batches for each package, in turns, and their size. */
export type Work = { readonly rounds: number; readonly stamps: number; readonly bundles: number };

/** Microseconds per operation: one number for each batch, by package. */
export type Speeds = Record<'stamp' | 'stampsAtOnce' | 'open', Record<string, number[]>>;

type StampText = { stamp(payload: string): Promise<{ stampHeaderValue: string }> };

/** What the page's scripts define: our functions, and the used parts of the other packages. */
declare global {
  var ours: typeof ourClient & typeof ourCrypto;
  var peers: {
    readonly ApiKeyStamper: new (pair: { apiPublicKey: string; apiPrivateKey: string }) => StampText;
    readonly IndexedDbStamper: new () => StampText & { init(): Promise<void> };
    readonly decryptCredentialBundle: (bundle: string, privateKey: string) => string;
  };
}

/** To be run in a page. */
export async function speedsInPage({ rounds, stamps, bundles }: Work): Promise<Speeds> {
  const { ours, peers } = globalThis;
  const privateKey = crypto.getRandomValues(new Uint8Array(32)).fill(1, 0, 1);
  const pair = { apiPrivateKey: ours.toHex(privateKey), apiPublicKey: '' };
  const recipient = await ours.importAgreementKey(privateKey);
  pair.apiPublicKey = ours.toHex(ours.compressPoint(recipient.publicKey));

  const body = JSON.stringify({ type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', payload: 'ab'.repeat(485) }).slice(0, 1_024);
  const bytes = ours.utf8(body);
  const key = await ours.createSigningKey();
  const ourStamper = ours.keyStamper(key);
  const apiKeyStamper = new peers.ApiKeyStamper(pair);
  const indexedDbStamper = new peers.IndexedDbStamper();
  await indexedDbStamper.init();
  const byStamper: Record<string, () => Promise<unknown>> = {
    ours: () => ourStamper.stamp(ours.utf8(body)),
    '@turnkey/api-key-stamper': () => apiKeyStamper.stamp(body),
    '@turnkey/indexed-db-stamper': () => indexedDbStamper.stamp(body),
    'bare crypto.subtle.sign': () => crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, bytes),
  };

  const secret = crypto.getRandomValues(new Uint8Array(32));
  const sealed = await Promise.all(
    Array.from({ length: bundles }, () => ours.sealCredentialBundle(secret, recipient.publicKey)),
  );
  let next = 0;
  const bundle = () => sealed[next++ % sealed.length] ?? '';
  const byOpener: Record<string, () => Promise<string>> = {
    ours: async () => ours.toHex(await ours.openCredentialBundle(bundle(), recipient)),
    '@turnkey/crypto': async () => peers.decryptCredentialBundle(bundle(), pair.apiPrivateKey),
  };
  for (const [name, open] of Object.entries(byOpener))
    if ((await open()) !== ours.toHex(secret)) throw new Error(`${name} did not open the bundle.`);

  /** The first three rounds are for warming up, and not recorded. */
  async function inTurns(contenders: Record<string, () => Promise<unknown>>, operations: number, atOnce = 1) {
    const names = Object.keys(contenders);
    const taken: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
    for (let round = -3; round < rounds; round++)
      for (const place of names.keys()) {
        const name = names[(place + round + 3) % names.length] ?? '';
        const startedAt = performance.now();
        for (let done = 0; done < operations; done += atOnce)
          await Promise.all(Array.from({ length: atOnce }, () => contenders[name]?.()));
        if (round >= 0) taken[name]?.push(((performance.now() - startedAt) * 1_000) / operations);
      }
    return taken;
  }
  return {
    stamp: await inTurns(byStamper, stamps),
    stampsAtOnce: await inTurns(byStamper, stamps, 20),
    open: await inTurns(byOpener, bundles),
  };
}
