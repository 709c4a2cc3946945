import type { TypedDataLeaf, TypedDataToRead } from './typedDataLeaves.js';

/** What one signature lets one address take or receive. */
export type Permit = {
  readonly does: 'send' | 'allow';
  /** In the token's smallest units. */
  readonly amount: bigint;
  readonly token: string;
  readonly to: string;
  /** Seconds since 1970. */
  readonly deadline: bigint;
  /** The same of the permission. */
  readonly ends: bigint | 'never' | 'once';
};

type Standard = {
  readonly standard: 'EIP-2612' | 'DAI' | 'EIP-3009' | 'Permit2';
  readonly chainId: bigint;
  readonly permits: readonly Permit[];
  readonly cancels?: { readonly token: string; readonly nonce: string };
  readonly hasMore: boolean;
};

/**
 * Reads typed data of a standard, in smallest units. `undefined` where they are of none, or by another account.
 *
 * @param owner - who signs, in lower case.
 * @throws {RangeError} for a value that is none of its type
 */
export function standardOf(
  data: TypedDataToRead,
  leaves: readonly TypedDataLeaf[],
  owner: string,
): Standard | undefined {
  const form = forms.find(({ type, types }) => type === data.primaryType && isOf(data, types));
  const domain = form && domainOf(data, leaves);
  if (!form || !domain) return undefined;
  const values = new Map(leaves.map(({ path, value }) => [path.replace(/^message\./, ''), value]));
  const text = (path: string): string => values.get(path) ?? '';
  const message: Message = {
    text,
    address: (path) => addressIn(text(path)),
    number: (path, bits = 256) => numberIn(text(path), bits),
    count: (path) =>
      leaves.filter((leaf) => new RegExp(`^message\\.${path}\\[\\d+\\]\\.token$`).test(leaf.path)).length,
  };
  const isPermit2 = form.standard === 'Permit2';
  if (isPermit2 !== (domain.token === permit2)) return undefined;
  if (isPermit2 && (domain.name !== 'Permit2' || domain.hasVersion)) return undefined;
  if (form.owner !== undefined && message.address(form.owner) !== owner) return undefined;
  const members = data.types[form.type] ?? [];
  const hasMore = form.type.includes('Witness') && members.length > 4;
  if (form.type.includes('Witness') !== hasMore) return undefined;
  return {
    ...{ standard: form.standard, chainId: domain.chainId, permits: form.permits(message, domain.token), hasMore },
    ...(form.cancels && { cancels: { token: domain.token, nonce: message.text('nonce') } }),
  };
}

type Message = {
  readonly text: (path: string) => string;
  readonly address: (path: string) => string;
  readonly number: (path: string, bits?: number) => bigint;
  /** How many tokens a list has. */
  readonly count: (path: string) => number;
};

type Form = {
  readonly standard: Standard['standard'];
  readonly type: string;
  /** The members of each type that it is made of, as they are hashed. */
  readonly types: { readonly [name: string]: string };
  /** The member that names who signs. */
  readonly owner?: string;
  readonly permits: (message: Message, token: string) => readonly Permit[];
  readonly cancels?: true;
};

const authorization = 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce';
const details = 'address token,uint160 amount,uint48 expiration,uint48 nonce';
const permissions = 'address token,uint256 amount';

const paid = ({ address, number }: Message, token: string): readonly Permit[] => {
  number('validAfter');
  const validBefore = number('validBefore');
  // It is valid before that second.
  const deadline = validBefore === 0n ? 0n : validBefore - 1n;
  return [{ does: 'send', amount: number('value'), token, to: address('to'), deadline, ends: 'once' }];
};

/** A permission that lasts, for each of the paths of `PermitDetails`. */
const lasting =
  (paths: (message: Message) => readonly string[]) =>
  (message: Message): readonly Permit[] =>
    paths(message).map((path) => {
      const { address, number } = message;
      const deadline = number('sigDeadline');
      const expiration = number(`${path}.expiration`, 48);
      number(`${path}.nonce`, 48);
      return {
        ...{ does: 'allow', amount: number(`${path}.amount`, 160), token: address(`${path}.token`) },
        // An expiration of 0 is the end of the block that the signature is used in.
        ...{ to: address('spender'), deadline, ends: expiration === 0n ? deadline : expiration },
      };
    });

/** A payment that the spender chooses the receiver of, for each of the paths of `TokenPermissions`. */
const once =
  (paths: (message: Message) => readonly string[]) =>
  (message: Message): readonly Permit[] =>
    paths(message).map((path) => {
      const { address, number } = message;
      number('nonce');
      return {
        ...{ does: 'allow', amount: number(`${path}.amount`), token: address(`${path}.token`) },
        ...{ to: address('spender'), deadline: number('deadline'), ends: 'once' },
      };
    });

const each = (list: string) => (message: Message) =>
  Array.from({ length: message.count(list) }, (_, at) => `${list}[${at}]`);

const transferFrom = 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline';
const batchTransferFrom = 'TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline';

const forms: readonly Form[] = [
  {
    ...{ standard: 'EIP-2612', type: 'Permit', owner: 'owner' },
    types: { Permit: 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline' },
    permits: ({ address, number }, token) => {
      number('nonce');
      const [amount, deadline] = [number('value'), number('deadline')];
      return [{ does: 'allow', amount, token, to: address('spender'), deadline, ends: 'never' }];
    },
  },
  {
    ...{ standard: 'DAI', type: 'Permit', owner: 'holder' },
    types: { Permit: 'address holder,address spender,uint256 nonce,uint256 expiry,bool allowed' },
    permits: ({ address, number, text }, token) => {
      number('nonce');
      const allowed = text('allowed');
      if (allowed !== 'true' && allowed !== 'false') throw new RangeError('allowed is no boolean');
      const amount = allowed === 'true' ? most : 0n;
      const expiry = number('expiry');
      return [{ does: 'allow', amount, token, to: address('spender'), deadline: expiry || most, ends: 'never' }];
    },
  },
  ...['TransferWithAuthorization', 'ReceiveWithAuthorization'].map(
    (type) =>
      ({ standard: 'EIP-3009', type, owner: 'from', types: { [type]: authorization }, permits: paid }) satisfies Form,
  ),
  {
    ...{ standard: 'EIP-3009', type: 'CancelAuthorization', owner: 'authorizer', cancels: true },
    types: { CancelAuthorization: 'address authorizer,bytes32 nonce' },
    permits: ({ text }) => {
      if (!/^0x[\da-f]{64}$/i.test(text('nonce'))) throw new RangeError('nonce is no bytes32');
      return [];
    },
  },
  {
    ...{ standard: 'Permit2', type: 'PermitSingle' },
    types: { PermitSingle: 'PermitDetails details,address spender,uint256 sigDeadline', PermitDetails: details },
    permits: lasting(() => ['details']),
  },
  {
    ...{ standard: 'Permit2', type: 'PermitBatch' },
    types: { PermitBatch: 'PermitDetails[] details,address spender,uint256 sigDeadline', PermitDetails: details },
    permits: lasting(each('details')),
  },
  ...(['PermitTransferFrom', 'PermitWitnessTransferFrom'] as const).map(
    (type) =>
      ({
        ...{ standard: 'Permit2', type },
        types: { [type]: transferFrom, TokenPermissions: permissions },
        permits: once(() => ['permitted']),
      }) satisfies Form,
  ),
  ...(['PermitBatchTransferFrom', 'PermitBatchWitnessTransferFrom'] as const).map(
    (type) =>
      ({
        ...{ standard: 'Permit2', type },
        types: { [type]: batchTransferFrom, TokenPermissions: permissions },
        permits: once(each('permitted')),
      }) satisfies Form,
  ),
];

const most = 2n ** 256n - 1n;

/** On every chain that has it at this address. */
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';

/** Whether data have the types of a standard, whatever their values. */
export const isOfStandard = (data: TypedDataToRead): boolean =>
  forms.some(({ type, types }) => type === data.primaryType && isOf(data, types));

/** Whether the types are exactly these; those with a witness name it behind them. */
function isOf({ types }: TypedDataToRead, expected: Form['types']): boolean {
  return Object.entries(expected).every(([name, members]) => {
    const given = Object.hasOwn(types, name) ? types[name] : undefined;
    const written = given?.map((member) => `${member.type} ${member.name}`).join(',');
    return written === members || (name.includes('Witness') && written?.startsWith(`${members},`));
  });
}

type Domain = {
  readonly name: string;
  readonly hasVersion: boolean;
  readonly chainId: bigint;
  /** The contract that verifies the signature. */
  readonly token: string;
};

/** The domain with the members that the standards name, in their order. Older tokens have no version. */
function domainOf({ types }: TypedDataToRead, leaves: readonly TypedDataLeaf[]): Domain | undefined {
  const members = leaves.filter(({ path }) => path.startsWith('domain.'));
  const own = Object.hasOwn(types, 'EIP712Domain') ? types.EIP712Domain : undefined;
  if (own !== undefined && own.length !== members.length) return undefined;
  const written = members.map(({ path, type }) => `${type} ${path.slice('domain.'.length)}`).join(',');
  const hasVersion = written === 'string name,string version,uint256 chainId,address verifyingContract';
  if (!hasVersion && written !== 'string name,uint256 chainId,address verifyingContract') return undefined;
  const textIn = (name: string) => members.find(({ path }) => path === `domain.${name}`)?.value ?? '';
  return {
    ...{ name: textIn('name'), hasVersion },
    ...{ chainId: numberIn(textIn('chainId'), 256), token: addressIn(textIn('verifyingContract')) },
  };
}

function addressIn(text: string): string {
  if (!/^0x[\da-f]{40}$/i.test(text)) throw new RangeError('This is no address.');
  return text.toLowerCase();
}

function numberIn(text: string, bits: number): bigint {
  if (!/^(0|[1-9]\d{0,77}|0x[\da-f]{1,64})$/i.test(text)) throw new RangeError('This is no number.');
  const number = BigInt(text);
  if (number >= 2n ** BigInt(bits)) throw new RangeError('This number is too large for its type.');
  return number;
}
