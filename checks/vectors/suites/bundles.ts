import { openCredentialBundle, openExportBundle } from '../../../src/crypto/bundles.js';
import { fromUtf8 } from '../../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { importAgreementKey } from '../../../src/crypto/p256.js';
import { readVectors } from '../files.js';
import { computed, type Suite } from '../suite.js';

type Literals = Record<
  'mockSenderPrivateKey' | 'mockPrivateKey' | 'mockCredentialBundle' | 'privateKey' | 'expectedNonMnemonic',
  readonly [string]
> & { exportBundle: { data: string; enclaveQuorumPublic: string } };

const vectors = 'tkhq/crypto_test_literals.json';

/** Bundles that the hosted service made. */
export const bundles: Suite[] = [
  {
    name: 'Credential bundle and export bundle',
    through: 'openCredentialBundle, openExportBundle',
    vectors,
    run: async () => {
      const literals = readVectors<Literals>(vectors);
      const { exportBundle } = literals;
      const { organizationId } = JSON.parse(fromUtf8(fromHex(exportBundle.data)));
      const expected = { signerPublicKey: exportBundle.enclaveQuorumPublic, organizationId };
      const holder = (privateKey: string) => importAgreementKey(fromHex(privateKey));
      return [
        await computed('credential', literals.mockSenderPrivateKey[0], async () => {
          const recipient = await holder(literals.mockPrivateKey[0]);
          return toHex(await openCredentialBundle(literals.mockCredentialBundle[0], recipient));
        }),
        await computed('export', literals.expectedNonMnemonic[0], async () => {
          const recipient = await holder(literals.privateKey[0]);
          return toHex(await openExportBundle(JSON.stringify(exportBundle), recipient, expected));
        }),
      ];
    },
  },
];
