import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fromHex } from '../../src/crypto/hex.js';
import { numberOf } from '../../src/crypto/rlp.js';
import { describeCall, describeTypedData } from '../../src/reading/clearSigning/describe.js';
import type { Description } from '../../src/reading/clearSigning/description.js';
import type { Descriptor } from '../../src/reading/clearSigning/descriptor.js';
import { mergeIncludes } from '../../src/reading/clearSigning/mergeIncludes.js';
import { ethereumFields } from '../../src/reading/ethereumFields.js';
import { type TypedDataToRead, typedDataLeaves } from '../../src/reading/typedDataLeaves.js';

/** The words of a case; a call inside another one has its own. */
export type Expected = {
  readonly intent: string;
  readonly owner?: string;
  readonly interpolatedIntent?: string;
  readonly fields: readonly { readonly label: string; readonly value: string | Expected }[];
};

/** A case of the registry: what is signed, and the words that it expects. */
export type RegistryCase = {
  readonly name: string;
  readonly kind: 'call' | 'typed data';
  readonly expected: Expected;
  /** What is said here. */
  readonly describe: () => Promise<Description | undefined>;
};

type Tests = {
  readonly descriptor: string;
  readonly dataProvider?: { readonly tokens?: Record<string, { symbol: string; decimals: number }> };
  readonly tests: readonly {
    readonly description: string;
    readonly rawTx?: string;
    readonly data?: TypedDataToRead;
    readonly from?: string;
    readonly expected: Expected;
  }[];
};

/** All descriptors of a copy of the registry, by their paths. */
function descriptorsIn(folder: string): { readonly [path: string]: Descriptor } {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => /\.json$/.test(path) && !/\/(sigs|testsv2)\//.test(path));
  return Object.fromEntries(files.map((path) => [path, JSON.parse(readFileSync(join(folder, path), 'utf8'))]));
}

/** The cases of a copy of the registry. Tokens are those that a case names; chains have the symbols that it expects. */
export function registryCases(folder: string): readonly RegistryCase[] {
  const files = descriptorsIn(folder);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tests\.json$/.test(path),
  );
  return paths.flatMap((path) => {
    const { descriptor, dataProvider, tests } = JSON.parse(readFileSync(join(folder, path), 'utf8')) as Tests;
    const own = relative(folder, join(folder, dirname(path), descriptor));
    // The descriptor of the case is asked first: some contracts have two.
    const descriptors = mergeIncludes({ [own]: files[own] ?? {}, ...files });
    return tests.map((each, at): RegistryCase => {
      const name = `${own} ${at}: ${each.description}`;
      const place = (id: number) => ({
        descriptors,
        chain: { id, name: '', symbol: coins[id] ?? 'ETH' },
        tokens: Object.entries(dataProvider?.tokens ?? {}).map(([address, token]) => ({
          chainId: id,
          address,
          ...token,
        })),
        signer: (each.from ?? '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf').toLowerCase(),
      });
      const { data, rawTx = '', expected } = each;
      if (data)
        return {
          ...{ name, kind: 'typed data', expected },
          async describe() {
            try {
              typedDataLeaves(data);
            } catch {
              return undefined; // it is not signed at all
            }
            return describeTypedData(data, place(Number((data.domain as { chainId?: unknown } | undefined)?.chainId)));
          },
        };
      return {
        ...{ name, kind: 'call', expected },
        async describe() {
          const fields = ethereumFields(fromHex(rawTx.slice(2)));
          if (!fields) return undefined;
          const call = {
            to: `0x${Buffer.from(fields.to).toString('hex')}`,
            data: fields.data,
            value: numberOf(fields.value),
          };
          return describeCall(call, place(Number(numberOf(fields.chainId))));
        },
      };
    });
  });
}

const coins: { readonly [id: number]: string } = { 137: 'POL', 56: 'BNB', 43114: 'AVAX' };
