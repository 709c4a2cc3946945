import type { Kysely } from 'kysely';
import type { AuthProxySettings } from '../../../../../contract/authProxy.records.js';
import type { LoginReason, LoginReasonCode } from '../../../../../contract/loginState.records.js';
import { RefusedError } from '../../../../../contract/refusals.js';
import type { ActivityRow } from '../../../../../contract/row.js';
import { timestampOf } from '../../../../../contract/timestamps.js';
import type { Row, Tables } from '../../../../store/schema.js';
import type { Tools } from '../../../../tools.js';
import type { Organization } from '../../../callers/caller.js';
import { deniesLogin } from '../../../engine/admission/decision.js';

/** Somebody who may want to log in, and what their login goes by. */
export type Person = {
  readonly organization: Organization;
  readonly user: Row<'users'>;
  readonly credentials: readonly Row<'credentials'>[];
  /** Of the auth proxy, where it was ever enabled; and its settings, else the defaults. */
  readonly configuration: Row<'auth_proxy_configs'> | undefined;
  readonly settings: AuthProxySettings;
  readonly nowMs: number;
};

/** A reason that holds for everyone, until somebody changes something. */
export const always = (code: LoginReasonCode): LoginReason => ({ code, concerns: 'EVERYONE' });

/** A reason that is over by itself after a while; none where there is nothing to wait for. */
export const waiting = (
  code: LoginReasonCode,
  concerns: LoginReason['concerns'],
  { nowMs, waitMs }: { readonly nowMs: number; readonly waitMs: number },
): LoginReason[] => (waitMs > 0 ? [{ code, concerns, until: timestampOf(nowMs + waitMs) }] : []);

/**
 * What policies of the person's organization say of a login by that activity. One that goes by the key of the new session, or by the
 * credential that stamps, may say another thing when it comes.
 */
export async function policyReasons(
  tools: Pick<Tools, 'work'>,
  db: Kysely<Tables>,
  { organization, user, nowMs }: Person,
  row: ActivityRow,
): Promise<LoginReason[]> {
  try {
    const denies = await deniesLogin(db, { organization, user, row, parameters: {}, tools, nowMs });
    return denies ? [always('DENIED_BY_POLICY')] : [];
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'POLICY_TOO_COSTLY') return [always('POLICIES_TOO_COSTLY')];
    throw error;
  }
}
