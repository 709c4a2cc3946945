import { type ToldAccount, useAddressProof } from '../../src/index.js';

export function ProofLine({ account }: { account: ToldAccount }) {
  const { data: proof, error } = useAddressProof(account);
  if (error) return <p>This could not be checked: {error.code}</p>;
  if (!proof) return <p>Checking …</p>;
  if (proof.state === 'none') return <p>The service has no proof of this address.</p>;
  if (proof.state === 'failed') return <p>The proof does not match: {proof.error.code}</p>;
  return <p>{proof.report.state === 'verified' ? `Made inside ${proof.report.name}` : proof.report.state}</p>;
}
