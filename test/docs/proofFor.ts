import { addressProof, apiKeyStamper, type ClientSettings, createClient, type ToldAccount } from '../../src/client.js';

type Key = { publicKey: string; privateKey: string };

export async function proofFor(settings: ClientSettings, key: Key, organizationId: string, account: ToldAccount) {
  const client = createClient(settings);
  const proof = await addressProof(client, account, { stamper: apiKeyStamper(key), organizationId });
  if (proof.state === 'failed') throw proof.error;
  return proof.state;
}
