import type { SignatureFacts } from '../../reading/signatureFacts.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import type { SolanaCall } from '../../reading/solanaCall.js';
import { furtherFields } from './descriptionRows.js';

/** A field as it is signed: its name, and its value. */
export type ReviewField = readonly [name: string, value: string];

/** The fields as they are signed. */
export function fieldsOf(request: SignatureRequest, facts: SignatureFacts): readonly ReviewField[] {
  return [...furtherFields(facts), ...signedFields(request, facts)];
}

function signedFields(request: SignatureRequest, facts: SignatureFacts): readonly ReviewField[] {
  if (facts.kind === 'typed data')
    return [
      ['primaryType', facts.primaryType],
      ...facts.leaves.map(({ path, type, value }) => [`${path}: ${type}`, value] as const),
    ];
  if (facts.kind === 'message') return facts.hex === undefined ? [] : [['hex', facts.hex]];
  if (facts.kind === 'solana transaction') return solanaFields(facts.call);
  if (facts.kind === 'batch')
    return [
      ['chainId', String(facts.calls[0]?.call.chainId ?? '')],
      ...facts.calls.flatMap(({ call: { to = '', value, data } }, at): ReviewField[] => [
        [`${at + 1}: to`, to],
        [`${at + 1}: value`, value],
        [`${at + 1}: data`, data],
      ]),
    ];
  if (facts.kind !== 'transaction' || request.kind !== 'transaction') return [];
  const { chainId, to = '', value, gasLimit, data, authorizations, accessListed } = facts.call;
  const { nonce } = request;
  return Object.entries({
    ...(nonce !== undefined && { nonce: String(nonce) }),
    ...{ chainId: String(chainId), to, value, gasLimit, data },
    ...(accessListed > 0 && { accessList: String(accessListed) }),
    ...(authorizations.length > 0 && { authorizations: authorizations.join(', ') }),
  });
}

function solanaFields({ signers, instructions, blockhash }: SolanaCall): readonly ReviewField[] {
  return [
    ['signers', signers.join(', ')],
    ...instructions.flatMap(({ program, accounts, data }, at): ReviewField[] => [
      [`${at + 1}: program`, program],
      [`${at + 1}: accounts`, accounts.join(', ')],
      [`${at + 1}: data`, data],
    ]),
    ['blockhash', blockhash],
  ];
}
