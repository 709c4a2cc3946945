import { littleEndian } from '../../../crypto/byteReader.js';
import type { Bytes } from '../../../crypto/bytes.js';

/** An instruction with named accounts. */
export type NamedInstruction = { readonly program: string; readonly accounts: readonly string[]; readonly data: Bytes };

/** `amount`: lamports. */
export type SolanaTransfer = { readonly from: string; readonly to: string; readonly amount: bigint };

/** `amount`: the token's smallest units. `token_mint`: where the instruction names it. `signers`: those of a multisignature. */
export type SplTransfer = SolanaTransfer & {
  readonly owner: string;
  readonly signers: readonly string[];
  readonly token_mint?: string;
};

/** The transfer of lamports that an instruction of the system program is. @see solana-sdk, SystemInstruction (Transfer, TransferWithSeed) */
export function transfers({ program, accounts, data }: NamedInstruction): SolanaTransfer[] {
  if (program !== systemProgram || data.length < 12) return [];
  const kind = littleEndian(data.subarray(0, 4));
  const toAt = kind === 2n ? 1 : kind === 11n ? 2 : undefined;
  if (toAt === undefined) return [];
  const [from, to] = [accounts[0], accounts[toAt]];
  return from === undefined || to === undefined ? [] : [{ from, to, amount: littleEndian(data.subarray(4, 12)) }];
}

const systemProgram = '1'.repeat(32);

/** The transfer of tokens that an instruction of a token program is. @see solana-program-library, TokenInstruction (3, 12; of Token-2022 26.1) */
export function splTransfers({ program, accounts, data }: NamedInstruction): SplTransfer[] {
  if (!tokenPrograms.includes(program)) return [];
  if (data[0] === 3 && data.length >= 9) {
    const [from, to, owner, ...signers] = accounts;
    return tokens({ from, to, owner, signers, amount: data.subarray(1, 9) });
  }
  const amountAt = data[0] === 12 ? 1 : data[0] === 26 && data[1] === 1 ? 2 : undefined;
  if (amountAt === undefined || data.length < amountAt + 8) return [];
  const [from, token_mint, to, owner, ...signers] = accounts;
  return tokens({ from, to, owner, signers, token_mint, amount: data.subarray(amountAt, amountAt + 8) });
}

const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];

type Named = {
  readonly [Name in 'from' | 'to' | 'owner' | 'token_mint']?: string | undefined;
} & { readonly signers: readonly string[]; readonly amount: Bytes };

function tokens({ from, to, owner, signers, token_mint, amount }: Named): SplTransfer[] {
  if (from === undefined || to === undefined || owner === undefined) return [];
  return [{ from, to, owner, signers, amount: littleEndian(amount), ...(token_mint !== undefined && { token_mint }) }];
}
