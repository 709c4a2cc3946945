import type { Mutant } from '../mutant.js';

const source = 'src/crypto';

const bundleTests = 'test/crypto/bundles.test.ts';
const bentBundles = 'test/crypto/bentBundles.test.ts';
const clientSecret = 'test/crypto/clientSecret.test.ts';
const codeBundles = 'test/crypto/codeBundles.test.ts';
const envelope = 'test/crypto/envelope.test.ts';
const hpke = 'test/crypto/hpke.test.ts';
const importBundle = 'test/crypto/importBundle.test.ts';

export const bundles: readonly Mutant[] = [
  {
    id: 'signer-not-compared',
    file: `${source}/envelope.ts`,
    from: 'if (signer !== (signerPublicKey ?? signer)) {',
    to: "if (signer === '') {",
    breaks: 'A bundle is signed by the pinned key, and by none that it names itself (T-42).',
    tests: [envelope, bundleTests],
  },
  {
    id: 'quorum-signature-not-verified',
    file: `${source}/envelope.ts`,
    from: 'if (!(await verify(publicKey, signature, data))) {',
    to: 'if (!(await verify(publicKey, signature, data)) && data.length === 0) {',
    breaks: "A bundle's data is what the service signed (T-42).",
    tests: [envelope, bundleTests],
  },
  {
    id: 'envelope-of-any-version',
    file: `${source}/envelope.ts`,
    from: 'Object.keys(envelope).length === 4 && envelope.version === version;',
    to: 'Object.keys(envelope).length === 4;',
    breaks: 'An envelope is of the one version that is known.',
    tests: [envelope],
  },
  {
    id: 'envelope-with-more',
    file: `${source}/envelope.ts`,
    from: 'Object.keys(envelope).length === 4 && envelope.version === version;',
    to: 'envelope.version === version;',
    breaks: 'An envelope has no member that nobody signed.',
    tests: [envelope],
  },
  {
    id: 'export-of-another-organization',
    file: `${source}/bundles.ts`,
    from: 'if (organizationId !== expected.organizationId) {',
    to: "if (typeof organizationId !== 'string') {",
    breaks: 'An export is opened for the organization that it names (T-42).',
    tests: [bundleTests],
  },
  {
    id: 'import-of-another-user',
    file: `${source}/importBundle.ts`,
    from: 'if (data.organizationId !== organizationId || data.userId !== userId) {',
    to: 'if (data.organizationId !== organizationId) {',
    breaks: 'A secret is sealed for the user who imports it (T-42).',
    tests: [importBundle],
  },
  {
    id: 'import-of-another-organization',
    file: `${source}/importBundle.ts`,
    from: 'if (data.organizationId !== organizationId || data.userId !== userId) {',
    to: 'if (data.userId !== userId) {',
    breaks: 'A secret is sealed for the organization that imports it (T-42).',
    tests: [importBundle],
  },
  {
    id: 'import-to-any-signer',
    file: `${source}/importBundle.ts`,
    from: 'const data = await readEnvelope(importBundle, signerPublicKey);',
    to: 'const data = await readEnvelope(importBundle, signerPublicKey && undefined);',
    breaks: "A secret is sealed to a key of the pinned signer, and to nobody's in between (T-42).",
    tests: [importBundle, 'test/client/transfer/transfer.test.ts'],
  },
  {
    id: 'import-bundle-with-more',
    file: `${source}/importBundle.ts`,
    from: 'if (Object.keys(members).length !== 2 || typeof',
    to: 'if (typeof',
    breaks: 'An import’s bundle has two members and no others.',
    tests: [importBundle, bentBundles],
  },
  {
    id: 'code-target-of-another-code',
    file: `${source}/codeBundles.ts`,
    from: 'if (organizationId !== expected.organizationId || otpId !== expected.otpId)',
    to: 'if (organizationId !== expected.organizationId)',
    breaks: 'A code is sealed to the key of that code (T-42).',
    tests: [codeBundles],
  },
  {
    id: 'code-target-of-another-organization',
    file: `${source}/codeBundles.ts`,
    from: 'if (organizationId !== expected.organizationId || otpId !== expected.otpId)',
    to: 'if (otpId !== expected.otpId)',
    breaks: 'A code is sealed to the key of that organization (T-42).',
    tests: [codeBundles],
  },
  {
    id: 'code-target-of-any-signer',
    file: `${source}/codeBundles.ts`,
    from: 'await readEnvelope(bundle, expected.signerPublicKey);',
    to: 'await readEnvelope(bundle, expected.signerPublicKey && undefined);',
    breaks: 'A code is sealed to a key of the pinned signer (T-42).',
    tests: [codeBundles, 'test/client/flows/sealedCodes.test.ts'],
  },
  {
    id: 'sealed-code-with-more',
    file: `${source}/codeBundles.ts`,
    from: "if (typeof otpCode !== 'string' || !isPublicKeyText(publicKey) || !isEmpty(others)) throw malformed();",
    to: "if (typeof otpCode !== 'string' || !isPublicKeyText(publicKey)) throw malformed();",
    breaks: 'What is sealed is a code and a key, and nothing else.',
    tests: [codeBundles],
  },
  {
    id: 'hpke-without-info',
    file: `${source}/hpkeSchedule.ts`,
    from: "hmacSha256(empty, labeled(suite, 'info_hash', info)),",
    to: "hmacSha256(empty, labeled(suite, 'info_hash', info.slice(0, 0))),",
    breaks: 'A message is sealed for one use: the info is part of its key.',
    tests: [hpke],
  },
  {
    id: 'hpke-without-aad',
    file: `${source}/hpke.ts`,
    from: 'keyScheduleContext(info), aad, ciphertext);',
    to: 'keyScheduleContext(info), aad.slice(0, 0), ciphertext);',
    breaks: 'A message opens only with the additional data that it was sealed with.',
    tests: [hpke],
  },
  {
    id: 'bundle-without-aad',
    file: `${source}/hpke.ts`,
    from: 'bundleContext, concat(enc, recipient.publicKey), ciphertext);',
    to: 'bundleContext, enc, ciphertext);',
    breaks: 'A bundle names both public keys, as every other implementation seals it.',
    tests: [hpke, bundleTests],
  },
  {
    id: 'kem-without-the-recipient',
    file: `${source}/hpkeSchedule.ts`,
    from: "labeledExpand(kemSuite, empty, 'shared_secret', concat(enc, recipient), 32);",
    to: "labeledExpand(kemSuite, empty, 'shared_secret', concat(enc, recipient.slice(0, 0)), 32);",
    breaks: 'The shared secret is bound to both keys, as RFC 9180 has it.',
    tests: [hpke],
  },
  {
    id: 'nonce-of-every-message',
    file: `${source}/hpkeSchedule.ts`,
    from: "labeledExpand(suite, salt, 'base_nonce', ofContext, 12), secret, 96),",
    to: "labeledExpand(suite, salt.slice(0, 0), 'base_nonce', ofContext, 12), secret, 96),",
    breaks: 'Each message has a nonce of its own.',
    tests: [hpke],
  },
  {
    id: 'one-ephemeral-key',
    file: `${source}/hpke.ts`,
    from: 'const pair = ephemeral ?? (await createAgreementKey());',
    to: 'const pair = ephemeral ?? (await ((globalThis as { pair?: ReturnType<typeof createAgreementKey> }).pair ??= createAgreementKey()));',
    breaks: 'Each message is sealed by a fresh key: no two have one key and nonce.',
    tests: [hpke, codeBundles],
  },
  {
    id: 'checksum-not-compared',
    file: `${source}/bundles.ts`,
    from: `    const { payload, verify } = splitBase58Check(bundle);
    if (payload.length !== 81) throw malformed();
    const [open] = await Promise.all([openCompressed(payload.slice(0, 33)), verify()]);`,
    to: `    const { payload } = splitBase58Check(bundle);
    if (payload.length !== 81) throw malformed();
    const open = await openCompressed(payload.slice(0, 33));`,
    breaks: 'A credential bundle has a right checksum.',
    tests: [bundleTests],
  },
  {
    id: 'bearer-checksum-not-compared',
    file: `${source}/bundles.ts`,
    from: `    const { payload, verify } = splitBase58Check(bundle);
    const [open] = await Promise.all([openCompressed(payload.slice(0, 33)), verify()]);`,
    to: `    const { payload } = splitBase58Check(bundle);
    const open = await openCompressed(payload.slice(0, 33));`,
    breaks: 'A sealed bearer token has a right checksum.',
    tests: [bundleTests, bentBundles],
  },
  {
    id: 'credential-of-any-length',
    file: `${source}/bundles.ts`,
    from: 'if (payload.length !== 81) throw malformed();',
    to: '',
    breaks: 'A credential bundle holds a private key, and no bundle of another kind is one.',
    tests: [bundleTests],
  },
  {
    id: 'client-secret-without-aad',
    file: `${source}/clientSecret.ts`,
    from: 'additionalData: concat(sender, length, recipient, length) };',
    to: 'additionalData: length };',
    breaks: 'A client secret’s envelope names both keys, as QOS has it.',
    tests: [clientSecret],
  },
  {
    id: 'client-secret-key-without-sender',
    file: `${source}/clientSecret.ts`,
    from: 'concat(sender, recipient, agreed), hmac',
    to: 'concat(recipient, agreed), hmac',
    breaks: 'A client secret’s key is bound to both keys, as QOS has it.',
    tests: [clientSecret],
  },
  {
    id: 'client-secret-of-any-length',
    file: `${source}/clientSecret.ts`,
    from: 'if (length !== ciphertext.length) throw malformed();',
    to: '',
    breaks: 'An envelope says how long it is: one secret has one envelope.',
    tests: [clientSecret],
  },
  {
    id: 'nonce-of-a-key-in-another-form',
    file: `${source}/oauthNonce.ts`,
    from: 'return toHex(await sha256(utf8(publicKey)));',
    to: 'return toHex(await sha256(utf8(publicKey.slice(0, 64))));',
    breaks: "A token's nonce names the whole key (T-32).",
    tests: ['test/crypto/oauthNonce.test.ts'],
  },
  {
    id: 'signer-of-the-network',
    file: 'src/client/transfer/signerKey.ts',
    from: 'if (trust) return trust.signerPublicKey;',
    to: 'if (trust || client) return trust?.signerPublicKey as string;',
    breaks: 'Without a pinned key nothing is imported or exported.',
    tests: ['test/client/transfer/transfer.test.ts'],
  },
];
