import { mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { fromUtf8 } from '../../../src/crypto/bytes.js';
import { importAgreementKey } from '../../../src/crypto/p256.js';
import { openProxyKey } from '../../../src/service/configuration/proxyKey.js';
import { accountContext } from '../../../src/service/coordinator/records/wallets.js';
import type { ServiceSecrets } from '../../../src/service/secrets/givenSecrets.js';
import { mnemonicSeed } from '../../../src/service/vault/mnemonic.js';
import { createSealer } from '../../../src/service/vault/seal.js';
import type { Contents } from '../../crash/audit/contents.js';
import { bytesSecret, type Secret, textSecret } from './secrets.js';

/** Opens all sealed secrets of a database with the service's keys. */
export async function sealedSecrets(contents: Contents, secrets: ServiceSecrets): Promise<Secret[]> {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const sealer = await createSealer({ masterKeys: secrets.masterKeys, random });
  const proxyKey = await importAgreementKey(secrets.proxyKey);
  const found: Secret[] = [
    ...secrets.masterKeys.map(({ key }) => bytesSecret('master key', key)),
    bytesSecret('code pepper', secrets.codePepper),
    bytesSecret('proxy key', secrets.proxyKey),
  ];
  for (const { config_id, sealed_proxy_key } of contents.auth_proxy_configs) {
    found.push(bytesSecret('proxy API key', await openProxyKey([proxyKey], config_id, sealed_proxy_key)));
  }
  for (const { organization_id: organizationId, purpose, sealed_key } of contents.trust_keys) {
    const context = { organizationId, purpose: 'trust key', id: purpose };
    found.push(bytesSecret('trust key', await sealer.open(context, sealed_key)));
  }
  for (const { organization_id: organizationId, wallet_id: id, sealed_seed } of contents.wallets) {
    const mnemonic = fromUtf8(await sealer.open({ organizationId, purpose: 'wallet seed', id }, sealed_seed));
    found.push(textSecret('mnemonic', mnemonic), bytesSecret('entropy', mnemonicToEntropy(mnemonic, wordlist)));
    found.push(bytesSecret('seed', await mnemonicSeed(mnemonic)));
  }
  for (const { organization_id, wallet_account_id, sealed_key } of contents.wallet_accounts) {
    found.push(
      bytesSecret('account key', await sealer.open(accountContext(organization_id, wallet_account_id), sealed_key)),
    );
  }
  return found;
}
