import { refused } from '../../../contract/refusals.js';
import { type Json, JsonError, readStrictJson } from '../../../contract/strictJson.js';
import { type Bytes, concat, utf8 } from '../../../crypto/bytes.js';
import { fromHex } from '../../../crypto/hex.js';
import { newSlices, type Slices } from '../../slices.js';
import { type Keccak256, loadKeccak256 } from '../keccak.js';
import { isMembers, readAddress, readHex, readInteger } from './members.js';
import { encodeType, type Field, type FieldType, fieldType, readStructs, type Structs } from './typedDataTypes.js';

/** A member of typed data as policies read it: integers exact, addresses and bytes in lower case behind 0x. */
export type TypedValue = boolean | bigint | string | readonly TypedValue[] | { readonly [name: string]: TypedValue };

/** What policies read of typed data: what is signed of it, and nothing else. */
export type TypedDataFacts = {
  readonly primary_type: string;
  readonly domain: {
    readonly name?: string | undefined;
    readonly version?: string | undefined;
    readonly chain_id?: bigint | undefined;
    readonly verifying_contract?: string | undefined;
  };
  readonly message: { readonly [name: string]: TypedValue };
};

/**
 * Reads typed data: JSON of `domain`, `types`, `primaryType`, `message`. Members that no type names are not signed, and are
 * dropped; those that a type names must be there.
 *
 * @returns `digest`: 32 bytes, what is signed.
 * @throws {RefusedError} PAYLOAD_MALFORMED
 * @see EIP-712
 */
export async function readTypedData(text: string): Promise<{ readonly digest: Bytes; readonly facts: TypedDataFacts }> {
  const { domain, types, primaryType, message } = membersOf(text);
  if (!isMembers(domain) || !isMembers(message)) throw malformed('domain and message must be objects');
  const given = readStructs(types);
  const structs: Structs = given.has(domainType) ? given : new Map([...given, [domainType, domainFields(domain)]]);
  if (typeof primaryType !== 'string' || !structs.has(primaryType)) throw malformed('no such primaryType');
  const slices = newSlices();
  const hasher: Hasher = { structs, keccak: await loadKeccak256(), types: new Map(), typeHashes: new Map(), slices };
  const readDomain = await hashStruct(hasher, domainType, domain);
  const readMessage = primaryType === domainType ? undefined : await hashStruct(hasher, primaryType, message);
  const hashes = [readDomain.hash, ...(readMessage ? [readMessage.hash] : [])];
  return {
    digest: hasher.keccak(Uint8Array.of(0x19, 0x01), ...hashes),
    facts: {
      primary_type: primaryType,
      domain: domainFacts(readDomain.facts),
      message: (readMessage ?? readDomain).facts,
    },
  };
}

function membersOf(text: string): { [name: string]: Json } {
  try {
    const json = readStrictJson(text);
    if (isMembers(json)) return json;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  throw malformed('it must be strict JSON of an object');
}

const domainType = 'EIP712Domain';

/** The type of a domain whose type was left out: the members that it has, in the standard's order. */
function domainFields(domain: { [name: string]: Json }): Field[] {
  const known = Object.entries(domainTypes).filter(([name]) => Object.hasOwn(domain, name));
  if (known.length < Object.keys(domain).length) throw malformed('an unknown member of the domain');
  return known.map(([name, type]) => ({ name, type }));
}

/** @see EIP-712, "Definition of domainSeparator" */
const domainTypes: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
};

function domainFacts({ name, version, chainId, verifyingContract }: TypedDataFacts['message']) {
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof version === 'string' && { version }),
    ...(typeof chainId === 'bigint' && { chain_id: chainId }),
    ...(typeof verifyingContract === 'string' && { verifying_contract: verifyingContract }),
  };
}

/** `types`, `typeHashes`: those that were asked for already. */
type Hasher = {
  readonly structs: Structs;
  readonly keccak: Keccak256;
  readonly types: Map<string, FieldType>;
  readonly typeHashes: Map<string, Bytes>;
  readonly slices: Slices;
};

/** @see EIP-712, "Definition of hashStruct" */
async function hashStruct(
  hasher: Hasher,
  name: string,
  value: { [name: string]: Json },
): Promise<{ readonly hash: Bytes; readonly facts: TypedDataFacts['message'] }> {
  const facts: Record<string, TypedValue> = {};
  const words = [typeHash(hasher, name)];
  for (const field of hasher.structs.get(name) ?? []) {
    const member = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    const { word, fact } = await encodeField(hasher, field.type, member, `${name}.${field.name}`);
    words.push(word);
    facts[field.name] = fact;
  }
  return { hash: hasher.keccak(...words), facts };
}

function typeHash({ structs, keccak, typeHashes }: Hasher, name: string): Bytes {
  const known = typeHashes.get(name) ?? keccak(utf8(encodeType(structs, name)));
  typeHashes.set(name, known);
  return known;
}

function typeOf({ structs, types }: Hasher, name: string): FieldType {
  const known = types.get(name) ?? fieldType(structs, name);
  types.set(name, known);
  return known;
}

/** `word`: 32 bytes. */
type Encoded = { readonly word: Bytes; readonly fact: TypedValue };

/** @see EIP-712, "Definition of encodeData" */
async function encodeField(hasher: Hasher, typeName: string, value: Json | undefined, at: string): Promise<Encoded> {
  if (hasher.slices.isDue()) await hasher.slices.take();
  const type = typeOf(hasher, typeName);
  const { keccak } = hasher;
  switch (type.kind) {
    case 'array': {
      if (!Array.isArray(value) || (type.length ?? value.length) !== value.length) throw malformed(at);
      const items: Encoded[] = [];
      for (const item of value) items.push(await encodeField(hasher, type.item, item, at));
      return { word: keccak(...items.map(({ word }) => word)), fact: items.map(({ fact }) => fact) };
    }
    case 'struct': {
      if (!isMembers(value)) throw malformed(at);
      const { hash, facts } = await hashStruct(hasher, type.name, value);
      return { word: hash, fact: facts };
    }
    case 'string':
      if (typeof value !== 'string') throw malformed(at);
      return { word: keccak(utf8(value)), fact: value };
    case 'bytes': {
      const hex = known(readHex(value), at);
      return { word: keccak(fromHex(hex.slice(2))), fact: hex };
    }
    case 'fixed bytes': {
      const hex = known(readHex(value), at);
      if (hex.length !== 2 + 2 * type.bytes) throw malformed(at);
      return { word: concat(fromHex(hex.slice(2)), new Uint8Array(32 - type.bytes)), fact: hex };
    }
    case 'address': {
      const address = known(readAddress(value), at);
      return { word: concat(new Uint8Array(12), fromHex(address.slice(2))), fact: address };
    }
    case 'bool':
      if (typeof value !== 'boolean') throw malformed(at);
      return { word: wordOf(value ? 1n : 0n), fact: value };
    case 'integer': {
      const integer = known(readInteger(value), at);
      const fits = type.isSigned ? BigInt.asIntN(type.bits, integer) : BigInt.asUintN(type.bits, integer);
      if (fits !== integer) throw malformed(at);
      return { word: wordOf(integer), fact: integer };
    }
  }
}

function known<Value>(value: Value | undefined, at: string): Value {
  if (value === undefined) throw malformed(at);
  return value;
}

/** 32 bytes, big-endian; a negative number in two's complement. */
const wordOf = (integer: bigint): Bytes => fromHex(BigInt.asUintN(256, integer).toString(16).padStart(64, '0'));

const malformed = (about: string) => refused('PAYLOAD_MALFORMED', { about: `typed data: ${about.slice(0, 200)}` });
