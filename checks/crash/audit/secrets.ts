import type { Curve, WalletAccountParams } from '../../../src/contract/shapes.js';
import { toHex } from '../../../src/crypto/hex.js';
import { hashCode } from '../../../src/service/coordinator/codes/otpCode.js';
import { withSeed } from '../../../src/service/coordinator/preparedKeys/preparedWallet.js';
import { accountContext } from '../../../src/service/coordinator/records/wallets.js';
import { nodePrimitives } from '../../../src/service/nodePrimitives.js';
import type { ServiceSecrets } from '../../../src/service/secrets/givenSecrets.js';
import type { Row } from '../../../src/service/store/schema.js';
import { deriveAccount } from '../../../src/service/vault/account.js';
import { curvePublicKeyOf } from '../../../src/service/vault/curve.js';
import { createSealer } from '../../../src/service/vault/seal.js';
import type { SmsHook } from '../../../test/support/live/smsHook.js';
import type { Contents } from './contents.js';
import { grouped } from './keys.js';

/** Opens sealed values with the service's own secrets. */
export type SecretAudit = {
  /** Wallets whose seed does not open or does not derive their accounts; accounts whose key does not open or match. */
  readonly walletFaults: (contents: Contents) => Promise<string[]>;
  /** Codes that were neither sent nor wait to be sent. */
  readonly messageFaults: (contents: Contents, hook: SmsHook) => Promise<string[]>;
};

/** Wallets and accounts that were correct once are not checked again, because nothing changes them. */
export async function secretAudit(secrets: ServiceSecrets): Promise<SecretAudit> {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const sealer = await createSealer({ masterKeys: secrets.masterKeys, random });
  const primitives = await nodePrimitives();
  const whole = new Set<string>();

  async function accountFault(account: Row<'wallet_accounts'>, seed: Uint8Array<ArrayBuffer>): Promise<string[]> {
    const curve = account.curve as Curve;
    const derived = await deriveAccount(primitives, seed, {
      curve,
      path: account.path,
      addressFormat: account.address_format as WalletAccountParams['addressFormat'],
    });
    const context = accountContext(account.organization_id, account.wallet_account_id);
    const secretKey = await sealer.open(context, account.sealed_key);
    const publicKey = toHex(await curvePublicKeyOf(primitives, curve, secretKey));
    const fits =
      derived.address === account.address &&
      derived.publicKey === account.public_key &&
      publicKey === account.public_key;
    return fits ? [] : [`an account whose key, address and seed do not belong together: ${account.wallet_account_id}`];
  }

  async function walletFault(wallet: Row<'wallets'>, accounts: readonly Row<'wallet_accounts'>[]): Promise<string[]> {
    const fresh = accounts.filter((account) => !whole.has(account.wallet_account_id));
    if (whole.has(wallet.wallet_id) && fresh.length === 0) return [];
    try {
      const faults = await withSeed({ sealer }, wallet, async (seed) =>
        (await Promise.all(fresh.map((account) => accountFault(account, seed)))).flat(),
      );
      if (faults.length === 0) for (const each of [wallet, ...fresh]) whole.add(idOf(each));
      return faults;
    } catch (error) {
      return [`a wallet that does not open: ${wallet.wallet_id}: ${String(error)}`];
    }
  }

  return {
    async walletFaults({ wallets, wallet_accounts }) {
      const accounts = grouped(wallet_accounts, (account) => account.wallet_id);
      const ids = new Set(wallets.map((wallet) => wallet.wallet_id));
      const orphans = [...accounts.keys()].filter((id) => !ids.has(id));
      const faults = await Promise.all(wallets.map((each) => walletFault(each, accounts.get(each.wallet_id) ?? [])));
      return [...orphans.map((id) => `accounts without their wallet: ${id}`), ...faults.flat()];
    },

    async messageFaults({ otp_codes, outbox }, hook) {
      const waiting = new Set(outbox.map((row) => row.owner_id));
      const lost: string[] = [];
      for (const code of otp_codes) {
        if (code.purpose === 'message') continue;
        if (whole.has(code.otp_id)) continue;
        const isOver = waiting.has(code.otp_id) || (await wasSent(code, hook));
        if (!isOver) lost.push(`a code that was not sent and is not waiting: ${code.otp_id}`);
        else if (!waiting.has(code.otp_id)) whole.add(code.otp_id);
      }
      return lost;
    },
  };

  async function wasSent(code: Row<'otp_codes'>, hook: SmsHook): Promise<boolean> {
    for (const sent of hook.codesOf(code.contact)) {
      if ((await hashCode({ ...secrets, primitives }, code as Row<'otp_codes'>, sent)) === code.code_hash) return true;
    }
    return false;
  }
}

const idOf = (row: Row<'wallets'> | Row<'wallet_accounts'>): string =>
  'wallet_account_id' in row ? row.wallet_account_id : row.wallet_id;
