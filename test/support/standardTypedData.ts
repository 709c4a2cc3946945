import type { TypedDataToRead } from '../../src/reading/typedDataLeaves.js';

const members = (text: string) =>
  text.split(',').map((member) => {
    const [type = '', name = ''] = member.split(' ');
    return { name, type };
  });

const authorization = 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce';
const details = { PermitDetails: members('address token,uint160 amount,uint48 expiration,uint48 nonce') };
const permissions = { TokenPermissions: members('address token,uint256 amount') };
const once = 'address spender,uint256 nonce,uint256 deadline';

/** The types of the standards, as their texts write them. @see EIP-2612, EIP-3009, Permit2 */
export const standardTypes = {
  Permit: { Permit: members('address owner,address spender,uint256 value,uint256 nonce,uint256 deadline') },
  DaiPermit: { Permit: members('address holder,address spender,uint256 nonce,uint256 expiry,bool allowed') },
  TransferWithAuthorization: { TransferWithAuthorization: members(authorization) },
  ReceiveWithAuthorization: { ReceiveWithAuthorization: members(authorization) },
  CancelAuthorization: { CancelAuthorization: members('address authorizer,bytes32 nonce') },
  PermitSingle: { PermitSingle: members('PermitDetails details,address spender,uint256 sigDeadline'), ...details },
  PermitBatch: { PermitBatch: members('PermitDetails[] details,address spender,uint256 sigDeadline'), ...details },
  PermitTransferFrom: { PermitTransferFrom: members(`TokenPermissions permitted,${once}`), ...permissions },
  PermitBatchTransferFrom: {
    PermitBatchTransferFrom: members(`TokenPermissions[] permitted,${once}`),
    ...permissions,
  },
  PermitWitnessTransferFrom: {
    PermitWitnessTransferFrom: members(`TokenPermissions permitted,${once},Witness witness`),
    ...permissions,
    Witness: members('address user'),
  },
};

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

/** Typed data of a standard on Ethereum: of a token's contract, or without one of Permit2. */
export function typedData(
  standard: keyof typeof standardTypes,
  message: Readonly<Record<string, unknown>>,
  token?: string,
): TypedDataToRead {
  const types: TypedDataToRead['types'] = standardTypes[standard];
  const domain = token
    ? { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: token }
    : { name: 'Permit2', chainId: 1, verifyingContract: permit2 };
  return { domain, types, primaryType: Object.keys(types)[0] ?? '', message };
}
