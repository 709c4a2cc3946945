import { createContract } from 'micro-eth-signer/abi.js';
import { equalBytes } from '../../../src/crypto/bytes.js';
import { checkContractInterface } from '../../../src/service/vault/interfaces/contractInterface.js';
import { ethereumCallsOf } from '../../../src/service/vault/interfaces/ethereumCalls.js';
import { solanaCallsOf } from '../../../src/service/vault/interfaces/solanaCalls.js';
import { pick } from '../../../test/support/chance.js';
import { encodable, type Input } from '../../../test/support/interfaces/abiCalls.js';
import { encodedCalls } from '../../../test/support/interfaces/encodedCalls.js';
import { vault } from '../../../test/support/interfaces/vaultIdl.js';
import { below } from '../engine/mutate.js';
import { mutatedJson } from '../engine/mutateJson.js';
import { orRefused, orRefusedLater } from '../engine/orRefused.js';
import { interfaceRequest, transactionRequest } from '../service/requests.js';
import { bytesOf, mustHold, type Target } from '../target.js';

/** An uploaded ABI or IDL. */
export const contractInterface: Target = {
  name: 'contract interface',
  functions: 'checkContractInterface',
  form: 'text',
  maxUnits: 2_000,
  stretchedUnits: 400_000,
  dictionary: [
    '"tuple"',
    '"components":[]',
    '"uint256[2][]"',
    '{"defined":"T"}',
    '"discriminator":[1]',
    '[999999]',
    '__proto__',
  ],
  structuredPercent: 60,
  mutate: mutatedJson,
  run: async (input) => {
    const accepted: (string | undefined)[] = [];
    for (const each of given)
      accepted.push(
        await orRefusedLater(['CONTRACT_INTERFACE_INVALID'], () =>
          checkContractInterface({ ...each, smartContractInterface: input }),
        ),
      );
    mustHold(accepted[0] === undefined || accepted[1] === undefined, 'an interface is of one chain');
    return accepted.every((address) => address === undefined) ? 'refused' : 'accepted';
  },
  service: { name: 'create_smart_contract_interface, smartContractInterface', request: interfaceRequest },
};

const given = [
  { smartContractAddress: `0x${'ab'.repeat(20)}`, type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' },
  { smartContractAddress: vault.address, type: 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA' },
] as const;

const abi = encodedCalls.flatMap((each) => each.abi as readonly Entry[]);
type Entry = { readonly type: string; readonly name: string; readonly inputs: readonly Input[] };
const readEthereum = ethereumCallsOf(abi);
const readSolana = solanaCallsOf(vault);

/** The data of a contract call, read by interfaces with all types. */
export const callData: Target = {
  name: 'call data',
  functions: 'ethereumCallsOf, solanaCallsOf',
  form: 'bytes',
  maxUnits: 1_500,
  stretchedUnits: 65_536,
  dictionary: [
    '\xa9\x05\x9c\xbb',
    '\x00'.repeat(32),
    `${'\x00'.repeat(31)}\x20`,
    '\xff'.repeat(32),
    '\xff\xff\xff\xff',
  ],
  structuredPercent: 60,
  mutate: (chance, input) => {
    const word = 4 + 32 * below(chance, Math.max(1, input.length / 32));
    const value = pick(chance, [0, 1, 2, 32, 64, 96, 128, 160, 255]);
    return `${input.slice(0, word)}${'\x00'.repeat(31)}${String.fromCharCode(value)}${input.slice(word + 32)}`;
  },
  run: async (input) => {
    const data = bytesOf(input);
    const [ethereum, solana] = [await readEthereum, await readSolana];
    const call = orRefused([], () => ethereum(data));
    if (call) mustHold(hasOneForm(call, data), 'a call has one encoding');
    const instruction = orRefused([], () => solana(data, ['owner', 'bids', 'asks']));
    mustHold(!(call && instruction), 'a call is of one chain');
    return call || instruction ? 'accepted' : 'refused';
  },
  service: { name: 'sign_transaction, data', request: transactionRequest },
};

type Call = NonNullable<ReturnType<Awaited<typeof readEthereum>>>;

/** Whether another encoder writes the same bytes. Calls with fewer than two arguments are not compared: its interface differs for them. */
function hasOneForm({ function_name: name, contract_call_args: args }: Call, data: Uint8Array<ArrayBuffer>): boolean {
  const called = abi.filter((entry) => entry.name === name && entry.inputs.length === Object.keys(args).length);
  const [entry] = called.filter(({ inputs }) => inputs.every((input) => input.name in args));
  if (!entry || entry.inputs.length < 2) return true;
  const { [name]: encoder } = createContract([entry] as never) as Record<
    string,
    { encodeInput(given: unknown): Uint8Array }
  >;
  return encoder === undefined || equalBytes(new Uint8Array(encoder.encodeInput(encodable(entry.inputs, args))), data);
}
