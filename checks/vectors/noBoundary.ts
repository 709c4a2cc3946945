/** Vectors that lie in the folder and meet nothing in the product yet. They are named and not counted. */
export const noBoundary: readonly (readonly [vectors: string, why: string])[] = [
  ['ethers/typed-data, 130', 'EIP-712 is not encoded: PAYLOAD_ENCODING_EIP712 is refused; the digest can be signed'],
  ['ethers/rlp, ethereum/rlptest and invalidRLPTest', 'RLP is neither written nor read'],
  [
    'ethers/transactions, ethereum/TransactionTests and txtest',
    'transactions are neither encoded nor read; see above for signing',
  ],
  ['ethereum/basic_abi_tests, ethers/create2', 'no ABI and no contracts'],
  ['ethers/wallets, ethereum/basic_tests', 'no password-encrypted key files'],
  ['bip-0340-test-vectors.csv, 19', 'BIP-340 (Schnorr) is not built'],
  ['rfc6979 extra entropy, k1 and k15', 'signing adds no entropy and gives the first nonce'],
  ['webauthn, 30', 'passkeys are not built'],
  ['tkhq/app_and_boot_proofs, nitro', 'enclave proofs are not built'],
  ['rsa_signature_2048_sha256_test.json, 259', 'no RSA'],
];
