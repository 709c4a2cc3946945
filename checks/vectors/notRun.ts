/** Vectors in the folder that no suite here runs, with the reason. They are printed and not counted. */
export const notRun: readonly (readonly [vectors: string, why: string])[] = [
  ['ethers/typed-data, 130', 'run by test/service/vault/ethereum'],
  ['ethers/transactions, encoding', 'run by test/service/vault/transactions; the suite above signs their bytes'],
  ['ethereum/basic_abi_tests', 'run by test/service/vault/interfaces'],
  ['webauthn, 30', 'run by test/crypto/webauthn'],
  ['ethereum/TransactionTests and txtest', 'signed transactions, which are not read'],
  ['ethers/create2', 'addresses of contracts are not computed'],
  ['ethers/wallets, ethereum/basic_tests', 'there are no password-encrypted key files'],
  ['bip-0340-test-vectors.csv, 19', 'a library signs by BIP-340, and nothing verifies it'],
  ['rfc6979 extra entropy, k1 and k15', 'signing adds no entropy and gives the first nonce'],
  ['tkhq/app_and_boot_proofs, nitro', 'run by test/crypto/proofs'],
  ['rsa_signature_2048_sha256_test.json, 259', 'the platform verifies RS256, in tokens of identity providers only'],
];
