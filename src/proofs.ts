export type { AppProof } from './crypto/proofs/appProof.js';
export { awsNitroRoot } from './crypto/proofs/awsNitroRoot.js';
export type { ExpectedEnclave, ExpectedImage, ExpectedManifest, ExpectedRole } from './crypto/proofs/enclave.js';
export type { Manifest } from './crypto/proofs/manifest.js';
export { ProofError, type ProofErrorCode } from './crypto/proofs/proofError.js';
export {
  type AddressClaim,
  type BootProof,
  type ProofFacts,
  type ProofReport,
  type VerifyOptions,
  verifyAppProof,
} from './crypto/proofs/verifyAppProof.js';
