import { gunzipSync } from 'node:zlib';

/** A file of published vectors, as it comes and as it is kept. */
export type VectorFile = {
  /** Below the folder of vectors. */
  readonly to: string;
  /** In the repository. */
  readonly path: string;
  /** Of what comes, in hex. */
  readonly sha256: string;
  /** What is kept of it, where that is not all. */
  readonly part?: { readonly of: (bytes: Uint8Array) => Uint8Array; readonly sha256: string };
};

/** A repository, and the commit whose files are meant. */
export type VectorSource = {
  readonly repository: string;
  readonly commit: string;
  readonly files: readonly VectorFile[];
};

/** Where the vectors that tests and `check:vectors` read are published. What was made by hand of a standard's text is not among them. */
export const vectorSources: readonly VectorSource[] = [
  {
    repository: 'C2SP/wycheproof',
    commit: 'dac1dd4729fd1f8dd9e1e9f3dce51d783da6c166',
    files: [
      {
        to: 'wycheproof/aes_gcm_test.json',
        path: 'testvectors_v1/aes_gcm_test.json',
        sha256: '985e5ecc172e181eaf49e89508b9470dcf478002eb7e8559c707eb42dc97dfe7',
      },
      {
        to: 'wycheproof/ecdh_secp256r1_ecpoint_test.json',
        path: 'testvectors_v1/ecdh_secp256r1_ecpoint_test.json',
        sha256: '648f16d077caf2400d02331ca51f44744c72c799830c8d0595d0b18b6dd9f886',
      },
      {
        to: 'wycheproof/ecdh_secp256r1_test.json',
        path: 'testvectors_v1/ecdh_secp256r1_test.json',
        sha256: 'cdb8bd5d1206fddb6618c69ffa18f303b4752caba321d348d4aacae3f20cbec4',
      },
      {
        to: 'wycheproof/ecdh_secp256r1_webcrypto_test.json',
        path: 'testvectors_v1/ecdh_secp256r1_webcrypto_test.json',
        sha256: '578ddbae7cba6ba89583ed539b15cb601fcbd78c9614480895b577199bc8c985',
      },
      {
        to: 'wycheproof/ecdsa_secp256k1_sha256_bitcoin_test.json',
        path: 'testvectors_v1/ecdsa_secp256k1_sha256_bitcoin_test.json',
        sha256: '543dcb717016959f287dfc65af749e4501b9d2ec42824c59d80796aa605695da',
      },
      {
        to: 'wycheproof/ecdsa_secp256k1_sha256_p1363_test.json',
        path: 'testvectors_v1/ecdsa_secp256k1_sha256_p1363_test.json',
        sha256: '7a339efc7134fb2495cd32afdbd692e0f86427d3c24e9073f6a7d858bb8788d2',
      },
      {
        to: 'wycheproof/ecdsa_secp256k1_sha256_test.json',
        path: 'testvectors_v1/ecdsa_secp256k1_sha256_test.json',
        sha256: '43db761c0a2eae71fb0755d355d5130e28ce64a5b07846cf27e7072082597a81',
      },
      {
        to: 'wycheproof/ecdsa_secp256r1_sha256_test.json',
        path: 'testvectors_v1/ecdsa_secp256r1_sha256_test.json',
        sha256: '182db4f3e230f6f9fa9f800d2a614dede30284b8e8438bbfe1171905402e9332',
      },
      {
        to: 'wycheproof/ed25519_test.json',
        path: 'testvectors_v1/ed25519_test.json',
        sha256: '752d2ea7d7c6cf4736381b6cbacb61f8182b126ab7cd9b058f00c50084975536',
      },
      {
        to: 'wycheproof/hkdf_sha256_test.json',
        path: 'testvectors_v1/hkdf_sha256_test.json',
        sha256: 'bb2b462a38b251cb52a2aede706d6d4b62b26864f4e80c95497507ddb07c5f1e',
      },
      {
        to: 'wycheproof/hmac_sha256_test.json',
        path: 'testvectors_v1/hmac_sha256_test.json',
        sha256: '2d201cfa61d1bf95e6f5d07d96634b4a348b31e8eaa277ad7c8d09677b7a743f',
      },
      {
        to: 'wycheproof/json_web_crypto_test.json',
        path: 'testvectors_v1/json_web_crypto_test.json',
        sha256: 'dcd58ac9548a7d6173437a691e4cc307dcd3cec9fd814a39cd2a94531cf4f8ce',
      },
      {
        to: 'wycheproof/json_web_signature_test.json',
        path: 'testvectors_v1/json_web_signature_test.json',
        sha256: '8e687a06fe8359f4ec51480f1a9f73c8faebd6f4c01b818b843b44eee54fd5d9',
      },
    ],
  },
  {
    repository: 'paulmillr/noble-curves',
    commit: 'ef106458a5bba5408ba4c342f2ae2ab54adb892e',
    files: [
      {
        to: 'rfc6979/secp256k1_ecdsa.json',
        path: 'test/vectors/secp256k1/ecdsa.json',
        sha256: '0779ac93e8662be798745bb1626254ca4dd38e07fd48e38af62c9c1de266f14a',
      },
      {
        to: 'rfc6979/secp256k1_rfc6979.json',
        path: 'test/vectors/secp256k1/rfc6979.json',
        sha256: 'b42d770612eb5919828208baadadd6c758f6e7575f8ea5c500a5a21c023ee4fd',
      },
    ],
  },
  {
    repository: 'bitcoin/bips',
    commit: '7fe0b034ec967b52a5a28276419117326df93263',
    files: [
      {
        to: 'bip/english.txt',
        path: 'bip-0039/english.txt',
        sha256: '2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda',
      },
    ],
  },
  {
    repository: 'trezor/python-mnemonic',
    commit: 'b57a5ad77a981e743f4167ab2f7927a55c1e82a8',
    files: [
      {
        to: 'bip39/vectors.json',
        path: 'vectors.json',
        sha256: 'fa3b937b7cff9c9b8ecd3aa011faeb8d6dd67993174b72326e83f4de8fdb30f8',
      },
    ],
  },
  {
    repository: 'ethereum/tests',
    commit: '4c87ebbf024a3e9ec842bcce90564f629a3bcd82',
    files: [
      {
        to: 'ethereum/basic_abi_tests.json',
        path: 'ABITests/basic_abi_tests.json',
        sha256: 'd33e5303472842d1c6b1a6b3cad12d3406c5a492086c9856f2e31960ddc96b3d',
      },
      {
        to: 'ethereum/keyaddrtest.json',
        path: 'BasicTests/keyaddrtest.json',
        sha256: 'a1259937aa93b5e9e2682159f380b8d596f91b360a207fe8e95da829a26004d2',
      },
      {
        to: 'ethereum/rlptest.json',
        path: 'RLPTests/rlptest.json',
        sha256: 'dd11055db749a21d8ee7aae7810ac30d19a89e2c6dadba9967f7bd567ad5fc00',
      },
      {
        to: 'ethereum/invalidRLPTest.json',
        path: 'RLPTests/invalidRLPTest.json',
        sha256: 'f90bf5745d21bfa7fbfeabaf5b6d1c66bae10051b1c0a054eecd424d488385d7',
      },
    ],
  },
  {
    repository: 'ethers-io/ethers.js',
    commit: '98c49d091eb84a9146dfba8476f18e4c3e3d1d31',
    files: [
      {
        to: 'ethers/typed-data.json.gz',
        path: 'testcases/typed-data.json.gz',
        sha256: '0402e1478ccab9359140b59775f00ccf068d1be35779658b2c24b4965f043924',
      },
      {
        to: 'ethers/transactions.json.gz',
        path: 'testcases/transactions.json.gz',
        sha256: '44efc88fae0cd5f65aa5efbd2e60fc6e7433420ea72f76c5658635ccf15565c1',
      },
      {
        to: 'ethers/rlp.json.gz',
        path: 'testcases/rlp.json.gz',
        sha256: '9896821f2e1313c064b90817a3667db176daf09a763d29492c340053d8bb1715',
      },
    ],
  },
  {
    repository: 'tkhq/sdk',
    commit: 'aaede6f31d9afd414d6f63a4c4195ee749727d60',
    files: [
      {
        to: 'tkhq/auth_proxy.swagger.json',
        path: 'packages/core/src/__inputs__/auth_proxy.swagger.json',
        sha256: 'e74ba405de0baf5c5bc98adab39dc86214ed6afd9fa99dfc9b44229efb7fa7f3',
      },
      {
        to: 'tkhq/public_api.swagger.json',
        path: 'packages/core/src/__inputs__/public_api.swagger.json',
        sha256: '60edeb7481256782a54a88c35cf49ab4ed0ba42d92844e1008647cb4d14f2310',
      },
    ],
  },
  {
    repository: 'ietf-jose/cookbook',
    commit: '13692b68bfc18b99557a5b1ed311fd5077bfff04',
    files: [
      {
        to: 'jose/6.nesting_signatures_and_encryption.json',
        path: '6.nesting_signatures_and_encryption.json',
        sha256: 'e458a559bcbf78a7deeb28915ba58f077c3bf9332f4cef453d9581d914893466',
      },
      {
        to: 'jose/curve25519/ecdh-es.json',
        path: 'curve25519/ecdh-es.json',
        sha256: '45dcbc498e0207dbcfa6b4d2bd173db9a42982989b5e9d29316cb86769a416e1',
      },
      {
        to: 'jose/curve25519/jws.json',
        path: 'curve25519/jws.json',
        sha256: '5c07444361c66c8ea212d8316cf78f1bf370ec8df62b95e2acb2c53f5d74be94',
      },
      {
        to: 'jose/jwe/5_1.key_encryption_using_rsa_v15_and_aes-hmac-sha2.json',
        path: 'jwe/5_1.key_encryption_using_rsa_v15_and_aes-hmac-sha2.json',
        sha256: '40a7c98fa1ad4c78ae4224a2c1188302fce1ee903c4f593c9833aaca53d1456a',
      },
      {
        to: 'jose/jwe/5_10.including_additional_authentication_data.json',
        path: 'jwe/5_10.including_additional_authentication_data.json',
        sha256: '4a294adec448e697c16640eef781f66f1dfc1e0eb495aaf88566fcfc14094ff9',
      },
      {
        to: 'jose/jwe/5_11.protecting_specific_header_fields.json',
        path: 'jwe/5_11.protecting_specific_header_fields.json',
        sha256: '2fd1f245c429ee9e891d44eeef7a8c4f921d5762faf7e87446966ed0682d7d2e',
      },
      {
        to: 'jose/jwe/5_12.protecting_content_only.json',
        path: 'jwe/5_12.protecting_content_only.json',
        sha256: '1ec7c0db6e374767b85f7606f3bff90362aef1b64c4f4f9f4ae6b816fa181cd8',
      },
      {
        to: 'jose/jwe/5_13.encrypting_to_multiple_recipients.json',
        path: 'jwe/5_13.encrypting_to_multiple_recipients.json',
        sha256: '5a73f2fb0af8fce23c0d50e2feb8bd03cbf403edc00216b8069546a937c2c6f0',
      },
      {
        to: 'jose/jwe/5_2.key_encryption_using_rsa-oaep_with_aes-gcm.json',
        path: 'jwe/5_2.key_encryption_using_rsa-oaep_with_aes-gcm.json',
        sha256: '195356b864b4f55aa5b413735b7e1e64e603bd2a200164839f16ae2640f4f193',
      },
      {
        to: 'jose/jwe/5_3.key_wrap_using_pbes2-aes-keywrap_with-aes-cbc-hmac-sha2.json',
        path: 'jwe/5_3.key_wrap_using_pbes2-aes-keywrap_with-aes-cbc-hmac-sha2.json',
        sha256: '7dea11ab9c85a726c0623b29b965c73281a94889a075746e11d37f38c41ad8d0',
      },
      {
        to: 'jose/jwe/5_4.key_agreement_with_key_wrapping_using_ecdh-es_and_aes-keywrap_with_aes-gcm.json',
        path: 'jwe/5_4.key_agreement_with_key_wrapping_using_ecdh-es_and_aes-keywrap_with_aes-gcm.json',
        sha256: '7d41160d7168c4696255db7dfba2f6652ada15d4466519a30422e8773c0f212f',
      },
      {
        to: 'jose/jwe/5_5.key_agreement_using_ecdh-es_with_aes-cbc-hmac-sha2.json',
        path: 'jwe/5_5.key_agreement_using_ecdh-es_with_aes-cbc-hmac-sha2.json',
        sha256: '18702a20ddc4510a1cee0ed3a8e97c8f85e9357e696f4acbf16c8f4334904785',
      },
      {
        to: 'jose/jwe/5_6.direct_encryption_using_aes-gcm.json',
        path: 'jwe/5_6.direct_encryption_using_aes-gcm.json',
        sha256: '6a2a527e4b2c0f84d53cf0f3782aa4b33a43e2faa371b8e691a1f3a9e6a63e34',
      },
      {
        to: 'jose/jwe/5_7.key_wrap_using_aes-gcm_keywrap_with_aes-cbc-hmac-sha2.json',
        path: 'jwe/5_7.key_wrap_using_aes-gcm_keywrap_with_aes-cbc-hmac-sha2.json',
        sha256: 'c205d200ab3385b822315f87166680d65dfb34e918d591cb606654b85c2669ec',
      },
      {
        to: 'jose/jwe/5_8.key_wrap_using_aes-keywrap_with_aes-gcm.json',
        path: 'jwe/5_8.key_wrap_using_aes-keywrap_with_aes-gcm.json',
        sha256: 'e0da5b710dc697984cb7aa93c8bad6fe97db74b6507af087a4ceae8bf70d13e4',
      },
      {
        to: 'jose/jwe/5_9.compressed_content.json',
        path: 'jwe/5_9.compressed_content.json',
        sha256: '83b5972de5e59534288348d83b4d8597424d5529f58ab93c9b3f2f29ae28b856',
      },
      {
        to: 'jose/jwk/3_1.ec_public_key.json',
        path: 'jwk/3_1.ec_public_key.json',
        sha256: '1910b9f82c0c8f00ecfa07c623c8061afee1f6c4958155858b2c7322f2a9e40a',
      },
      {
        to: 'jose/jwk/3_2.ec_private_key.json',
        path: 'jwk/3_2.ec_private_key.json',
        sha256: '51d8e1abfdd98ad9a4f9e04f426a01188c30452b257e5c3edfa0cda16e8404e7',
      },
      {
        to: 'jose/jwk/3_3.rsa_public_key.json',
        path: 'jwk/3_3.rsa_public_key.json',
        sha256: '0aa5a52806d454d9f8d771bc3f168cf6e343275fd7be5c4d46f75593c61e956f',
      },
      {
        to: 'jose/jwk/3_4.rsa_private_key.json',
        path: 'jwk/3_4.rsa_private_key.json',
        sha256: '2f4e74670da7153f73529d339fde61b5ae8c2ec4afbc96b6a4faf1aa0dc6a770',
      },
      {
        to: 'jose/jwk/3_5.symmetric_key_mac_computation.json',
        path: 'jwk/3_5.symmetric_key_mac_computation.json',
        sha256: '351299b456cf9e6005368b9af290856ff12fef634d7fcad7293d1c6b79829bc4',
      },
      {
        to: 'jose/jwk/3_6.symmetric_key_encryption.json',
        path: 'jwk/3_6.symmetric_key_encryption.json',
        sha256: 'a9533b03813e2e0bac9ce1df14ebedb0c8f032d98cb0ec068e4969e25f29addb',
      },
      {
        to: 'jose/jws/4_1.rsa_v15_signature.json',
        path: 'jws/4_1.rsa_v15_signature.json',
        sha256: '5836d16f4fa62fa311b047002e0636eba2789a6f558a26d49acfaeeb26fa470c',
      },
      {
        to: 'jose/jws/4_2.rsa-pss_signature.json',
        path: 'jws/4_2.rsa-pss_signature.json',
        sha256: '8fdd88ad7d400ddbe082701a63221f69a56009c7adc5317218d3efb264dc17e3',
      },
      {
        to: 'jose/jws/4_3.ecdsa_signature.json',
        path: 'jws/4_3.ecdsa_signature.json',
        sha256: '22626cf81d7b3c25e6a22108af1ccc6c51ee4d7f5822ccce6c55b47d36e5c819',
      },
      {
        to: 'jose/jws/4_4.hmac-sha2_integrity_protection.json',
        path: 'jws/4_4.hmac-sha2_integrity_protection.json',
        sha256: 'a6e9313069c35a040b0d98bfd443a3bea7119874415dcae0124d67889c8310f5',
      },
      {
        to: 'jose/jws/4_5.signature_with_detached_content.json',
        path: 'jws/4_5.signature_with_detached_content.json',
        sha256: '6afa812c1e38352e10c2c4c7c7eee323fea5db2533a918e24376cd0b069ee6fe',
      },
      {
        to: 'jose/jws/4_6.protecting_specific_header_fields.json',
        path: 'jws/4_6.protecting_specific_header_fields.json',
        sha256: '7dfea8a08ba684f3b0d9aa86cb2b2cf928cec79055ca96aa1cd52be8b699a02e',
      },
      {
        to: 'jose/jws/4_7.protecting_content_only.json',
        path: 'jws/4_7.protecting_content_only.json',
        sha256: '1c22b6071b43242f22c8398451bcf6b525afdb05725f129ff2a6d7b9a4023e71',
      },
      {
        to: 'jose/jws/4_8.multiple_signatures.json',
        path: 'jws/4_8.multiple_signatures.json',
        sha256: '0b5169298d8415a0dcd86a25ac32f794a6072546c10de1ddb98316d82ce3307a',
      },
      {
        to: 'jose/rfc7797/4.2.hmac-sha2_b64_false.json',
        path: 'rfc7797/4.2.hmac-sha2_b64_false.json',
        sha256: '4bc511d6e38ce3e466bb8b4ae3d1a84aff48408e1ba726b0ab2d6faa5cb68ad0',
      },
      {
        to: 'jose/rfc7797/hmac-sha2_b64_false.json',
        path: 'rfc7797/hmac-sha2_b64_false.json',
        sha256: 'f5feb87a4a1327b008033aac4361ed13317ac7d8b71581324c7b0f22ba719814',
      },
    ],
  },
  {
    repository: 'cloudflare/circl',
    commit: '33d33c75d9a09aac9a38aba282d0799880dd7224',
    files: [
      {
        to: 'hpke/rfc9180_dhkem_p256_hkdf_sha256.json',
        path: 'hpke/testdata/vectors_rfc9180_5f503c5.json.gz',
        sha256: '99195f41e2e113ae99c7d85b34dff8d9f9e151a9ead397ababc0d925265a2310',
        part: { of: ofOurSuite, sha256: '3ca5b59f8848ced77e9ca032d6350714c8a17685b4ca7e724ba8174e8b67802d' },
      },
    ],
  },
];

/** Of the vectors of RFC 9180 those of DHKEM(P-256, HKDF-SHA256) with HKDF-SHA256, in every mode and with every AEAD. */
function ofOurSuite(bytes: Uint8Array): Uint8Array {
  const all = JSON.parse(gunzipSync(bytes).toString('utf8')) as readonly { kem_id: number; kdf_id: number }[];
  return Buffer.from(JSON.stringify(all.filter(({ kem_id, kdf_id }) => kem_id === 0x10 && kdf_id === 1)));
}
