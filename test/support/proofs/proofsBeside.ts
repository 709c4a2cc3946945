import type { AddressClaim } from '../../../src/crypto/proofs/verifyAppProof.js';
import { makeProofs, type ProofPair } from './proofPair.js';

type Send = (url: string, init: RequestInit) => Promise<Response>;

/** What stands in for a service that makes proofs, below a root of its own. */
export type ProofsBeside = {
  /** Answers for proofs in the place of a service; the rest goes to it. */
  readonly beside: (rest: Send) => Send;
  /** The operations that were answered here, with their requests, in their order. */
  readonly asked: { readonly name: string; readonly request: Record<string, unknown> }[];
  /** Base64 of the root's DER. */
  readonly root: string;
};

type Answers = {
  /** What the App Proof of an address says; `undefined`: it has none. Default: of the account of a new person with this address. */
  readonly says?: (claim: AddressClaim) => Partial<AddressClaim> | undefined;
  /** Whether the configuration says that proofs are made. Default: true. */
  readonly appProofs?: boolean;
};

/** Answers the queries of proofs with a pair for each address, each by its own start of an enclave. */
export async function proofsBeside({ says = (claim) => claim, appProofs = true }: Answers = {}): Promise<ProofsBeside> {
  const { root, roots } = await makeProofs();
  const pairs = new Map<string, ProofPair>();
  const asked: ProofsBeside['asked'] = [];

  async function answer(name: string, request: Record<string, unknown>): Promise<object | undefined> {
    if (name === 'get_address_proof') {
      const { organizationId, address } = request as { organizationId: string; address: string };
      const path = address.startsWith('0x') ? "m/44'/60'/0'/0/0" : "m/44'/501'/0'/0'";
      const said = says({ organizationId, address, path });
      if (said === undefined) return {};
      const { path: derivationPath, ...more } = said;
      const pair = await makeProofs({ root, statement: { derivationPath, ...more } });
      pairs.set(pair.appProof.publicKey, pair);
      return { appProof: pair.appProof };
    }
    const bootProof = pairs.get(String(request.ephemeralKey))?.bootProof;
    const unsigned = { qosManifestEnvelopeB64: '', deploymentLabel: '', enclaveApp: '', owner: '' };
    return bootProof && { bootProof: { ...bootProof, ...unsigned, createdAt: { seconds: '0', nanos: '0' } } };
  }

  const beside =
    (rest: Send): Send =>
    async (url, init) => {
      const name = new URL(url).pathname.split('/').at(-1) ?? '';
      const read = () => JSON.parse(new TextDecoder().decode(init.body as Uint8Array | undefined) || '{}');
      if (name === 'signup') {
        asked.push({ name, request: read() });
        const { generateAppProofs: _, ...others } = read(); // made here, and not by the service
        return rest(url, { ...init, body: JSON.stringify(others) });
      }
      if (name === 'wallet_kit_config') {
        const response = await rest(url, init);
        return Response.json({ ...(await response.json()), appProofs }, { status: response.status });
      }
      if (!/^get_(address|boot)_proof$/.test(name)) return rest(url, init);
      asked.push({ name, request: read() });
      const answered = await answer(name, read());
      return answered ? Response.json(answered) : rest(url, init);
    };
  return { beside, asked, root: roots[0] };
}
