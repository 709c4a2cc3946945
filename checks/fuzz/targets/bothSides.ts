import { keccak_256 } from '@noble/hashes/sha3.js';
import { concat, utf8 } from '../../../src/crypto/bytes.js';
import { fromHex } from '../../../src/crypto/hex.js';
import { faultOfUse } from '../../../src/service/templates/faultOfUse.js';
import { fillTemplate } from '../../../src/service/templates/fillTemplate.js';
import { readTemplate } from '../../../src/service/templates/readTemplate.js';
import { readFunction } from '../../../src/service/vault/interfaces/abi.js';
import { callSteps } from '../../../src/service/vault/interfaces/callValue.js';
import { ethereumCallsOf } from '../../../src/service/vault/interfaces/ethereumCalls.js';
import { solanaCallsOf } from '../../../src/service/vault/interfaces/solanaCalls.js';
import { mutatedJson } from '../engine/mutateJson.js';
import { orRefused, orRefusedInSlices } from '../engine/orRefused.js';
import { interfaceRequest, templateRequest } from '../service/requests.js';
import { mustHold, type Target } from '../target.js';

/** The longest interface that the contract accepts. */
const mostCharacters = 400_000;

/** An ABI or an IDL as it is kept, and data of a call: both are the input. */
export const interfaceAndData: Target = {
  name: 'interface and data',
  functions: 'ethereumCallsOf, solanaCallsOf',
  form: 'text',
  maxUnits: 4_000,
  stretchedUnits: 400_000,
  dictionary: [
    ...['"tuple[]"', '"uint8[0]"', '"uint256[2][]"', '"components":[]', '{"vec":', '{"array":["u8",0]}'],
    ...[
      '{"defined":"T"}',
      '{"kind":"struct","fields":[]}',
      '[999999]',
      `${'00'.repeat(31)}20`,
      'ffffffff',
      '00'.repeat(64),
    ],
  ],
  structuredPercent: 70,
  mutate: mutatedJson,
  run: async (input) => {
    const { abi, idl, data: given } = membersOf(input);
    if (JSON.stringify(abi ?? idl ?? '').length > mostCharacters) return 'refused';
    const data = dataOf(given);
    const codes = ['CONTRACT_INTERFACE_INVALID'];
    if (abi !== undefined) {
      const read = await orRefusedInSlices(codes, () => ethereumCallsOf(abi));
      const selector = read && keccak_256(utf8(firstSignature(abi))).slice(0, 4);
      return read && selector ? outcomeOf(concat(new Uint8Array(selector), data), read) : 'refused';
    }
    const read = await orRefusedInSlices(codes, () => solanaCallsOf(idl));
    return read ? outcomeOf(data, (bytes, budget) => read(bytes, ['a', 'b', 'c'], budget)) : 'refused';
  },
  service: {
    name: 'create_smart_contract_interface, smartContractInterface',
    request: (fixtures, input) => interfaceRequest(fixtures, JSON.stringify(membersOf(input).abi ?? input)),
  },
};

type Bytes = ReturnType<typeof fromHex>;

/** Every value that was read took a step of what the bytes allow. */
function outcomeOf(data: Bytes, read: (data: Bytes, budget: { steps: number }) => object | undefined) {
  const budget = callSteps(data.length);
  const call = orRefused([], () => read(data, budget));
  mustHold(!call || budget.steps >= 0, 'a call is read within its budget');
  return call ? 'accepted' : 'refused';
}

const firstSignature = (abi: unknown): string =>
  readFunction((abi as { type?: unknown }[]).find(({ type }) => type === 'function') ?? {}).signature;

/** At most what a transaction holds: 64 KiB. */
const dataOf = (text: unknown): Bytes => {
  const hex = typeof text === 'string' ? text.replace(/[^\da-f]/gi, '').slice(0, 2 * 65_536) : '';
  return fromHex(hex.slice(0, hex.length - (hex.length % 2)));
};

function membersOf(input: string): { readonly [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A text, or the JSON of another value: as a variable it is a text either way. */
const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value ?? null)).slice(0, 4_096);

/** The HTML of a template, and the variables that it is filled with: both are the input. */
export const templateAndVariables: Target = {
  name: 'template and variables',
  functions: 'readTemplate, faultOfUse, fillTemplate',
  form: 'text',
  maxUnits: 2_000,
  stretchedUnits: 65_536,
  dictionary: [
    '{{code}}',
    '{{a}}',
    '{{b}}',
    "'",
    '&',
    '<b>',
    '</b>',
    "<a href='{{a}}'>",
    '</a>',
    'https://acme.example/',
  ],
  structuredPercent: 60,
  mutate: mutatedJson,
  run: (input) => {
    const { html, a, b } = membersOf(input);
    if (typeof html !== 'string') return 'refused';
    const frame = { kind: 'EMAIL_TEMPLATE_KIND_CODE', variables: ['a', 'b'] } as const;
    const result = orRefused([], () => readTemplate({ subject: '{{a}}', text: '{{code}}', html }, frame));
    if (!result || 'faults' in result) return 'refused';
    const { read } = result;
    const variables = { a: textOf(a), b: textOf(b) };
    if (orRefused([], () => faultOfUse(read, frame, { variables, link: 'given' })) !== undefined) return 'refused';
    const filling = { read, language: 'en', values: { code: '123456' }, variables, lastWords: ['x'] } as const;
    const mail = orRefused([], () => fillTemplate(filling));
    mustHold(mail !== undefined && mail.html.length <= 262_144 + 4_096, 'a mail is no longer than it may be');
    return 'accepted';
  },
  service: {
    name: 'create_email_template, html',
    request: (fixtures, input) => templateRequest(fixtures, textOf(membersOf(input).html ?? input)),
  },
};
