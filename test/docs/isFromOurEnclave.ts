import { type AddressClaim, type AppProof, type BootProof, ProofError, verifyAppProof } from '../../src/proofs.js';

// From your own source, never from the service that is verified.
const pcr3 = '864e9095a9947ab14698122370c13baf23183f4e9911953cf5b909a49db00f43f446707314674d9309974f3cc4b24728';
const expected = { name: 'the signer', pcr3 };

export async function isFromOurEnclave(account: AddressClaim, appProof: AppProof, bootProof: BootProof) {
  try {
    const report = await verifyAppProof(appProof, bootProof, { claim: account, expected });
    return report.state === 'verified';
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    console.warn(error.code, error.expected, error.received);
    return false;
  }
}
