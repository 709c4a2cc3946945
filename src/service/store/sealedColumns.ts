import type * as columns from './columns.js';
import type { Tables } from './schema.js';
import { activitiesSealed } from './tables/activities.js';
import { authProxySealed } from './tables/authProxy.js';
import { deliverySealed } from './tables/delivery.js';
import { importsSealed } from './tables/imports.js';
import { oauth2Sealed } from './tables/oauth2.js';
import { otpSealed } from './tables/otp.js';
import { privateKeysSealed } from './tables/privateKeys.js';
import { proofsSealed } from './tables/proofs.js';
import { secretsSealed } from './tables/secrets.js';
import { walletsSealed } from './tables/wallets.js';
import { webhooksSealed } from './tables/webhooks.js';

/** A sealed column of any table. */
export type SealedColumnOfTable = columns.SealedColumn<keyof Tables>;

/**
 * Every column that is sealed under the master keys. A new one is written in its area's tables: what seals and opens it, and
 * `latchkey reseal` and `latchkey check`, all read it off this list.
 */
export const sealedColumns = {
  ...secretsSealed,
  ...walletsSealed,
  ...privateKeysSealed,
  ...importsSealed,
  ...activitiesSealed,
  ...oauth2Sealed,
  ...otpSealed,
  ...deliverySealed,
  ...webhooksSealed,
  ...authProxySealed,
  ...proofsSealed,
} as const satisfies Record<string, SealedColumnOfTable>;

/** The place that a row's ciphertext belongs to. */
export const sealedPlace = ({ purpose }: Pick<SealedColumnOfTable, 'purpose'>, organizationId: string, id: string) => ({
  organizationId,
  purpose,
  id,
});
