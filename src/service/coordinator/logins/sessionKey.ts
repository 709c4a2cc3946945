import { refused } from '../../../contract/refusals.js';
import { sealCredentialBundle } from '../../../crypto/bundles.js';
import { fromHex } from '../../../crypto/hex.js';
import { loginTimesFor } from '../../configuration/loginTimes.js';
import { makeKeyPair } from '../../configuration/trustKeys.js';
import { newId } from '../../ids.js';
import type { Row } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { KeyProof } from '../callers/keyProof.js';
import type { Execution } from '../engine/handlers/handler.js';
import { addApiKey, checkPublicKey } from '../records/credentials.js';

/** What a session comes by. */
export type SessionLogin = {
  /** `null` of sessions that are older than this was written down, and of what they renew. */
  readonly id: string | null;
  readonly atMs: number;
  /** Whether the holder of the session's key has shown to be one. */
  readonly proof: KeyProof;
};

/** A login by the credential that stamps: a session's stamp goes on with its login, any other is one. */
export function loginOfCaller(
  execution: Pick<Execution, 'tools' | 'caller' | 'activityId' | 'nowMs'>,
  proof: KeyProof,
): SessionLogin {
  const { tools, caller, nowMs } = execution;
  const { credential } = caller;
  if (credential?.kind === 'SESSION_KEY') return { id: credential.loginId, atMs: credential.loginAtMs ?? nowMs, proof };
  return { id: loginOfMaker(execution) ?? newId(tools.random), atMs: nowMs, proof };
}

/** How long a login may last yet, in whole seconds. @throws {RefusedError} FRESH_LOGIN_REQUIRED where it does not */
export async function secondsLeft(
  { transaction, organization, nowMs }: Execution,
  { atMs }: Pick<SessionLogin, 'atMs'>,
): Promise<number> {
  const { maxSessionSeconds } = await loginTimesFor(transaction, organization);
  const seconds = Math.floor((atMs - nowMs) / 1000) + maxSessionSeconds;
  if (seconds < 1) throw refused('FRESH_LOGIN_REQUIRED');
  return seconds;
}

/** A key that ends by itself. */
export type SessionKey = {
  readonly publicKey: string;
  readonly apiKeyName: string;
  /** @see docs/wire.md 2.12 */
  readonly credentialType: string;
  readonly expirationSeconds?: string | undefined;
};

const defaultSeconds = 900;

/**
 * Gives a user a session key, which no renewal keeps alive for longer than the configuration lets one login last.
 *
 * @param present - the user's credentials, where they have been read.
 * @returns its id, and the seconds that it lives. @see docs/wire.md 3.5
 * @throws {RefusedError} PUBLIC_KEY_INVALID, CREDENTIAL_CONFLICT, FRESH_LOGIN_REQUIRED
 */
export async function addSessionKey(
  execution: Execution,
  { user_id: userId }: Pick<Row<'users'>, 'user_id'>,
  { expirationSeconds, ...key }: SessionKey,
  login: SessionLogin,
  present?: readonly Row<'credentials'>[],
): Promise<{ apiKeyId: string; seconds: number }> {
  const { tools, transaction, organization, nowMs } = execution;
  const seconds = Math.min(await secondsLeft(execution, login), Number(expirationSeconds ?? defaultSeconds));
  const apiKeyId = await addApiKey(
    tools,
    transaction,
    { organization, userId, nowMs },
    {
      ...key,
      curveType: 'API_KEY_CURVE_P256',
      expirationSeconds: String(seconds),
      kind: 'SESSION_KEY',
      loginId: login.id,
      loginAtMs: login.atMs,
      proof: login.proof,
    },
    present,
  );
  return { apiKeyId, seconds };
}

/**
 * The login that a new credential belongs to: that of its creator's credential, so that credentials created by sessions are known. If that
 * credential is gone by the time others approved, it may have been a session's.
 */
export const loginOfMaker = ({ caller, activityId }: Pick<Execution, 'caller' | 'activityId'>): string | null =>
  caller.credential ? caller.credential.loginId : activityId;

/** A key whose private half only the bundle's recipient knows. @see docs/wire.md 4(a) */
export type SealedKey = { readonly publicKey: string; readonly bundle: string };

/** Makes a key, seals its private half to a target key, and forgets it. @throws {RefusedError} PUBLIC_KEY_INVALID */
export async function sealFreshKey(tools: Pick<Tools, 'random'>, targetPublicKey: string): Promise<SealedKey> {
  checkPublicKey(targetPublicKey);
  const { publicKey, sealed: bundle } = await makeKeyPair(tools, (privateKey) =>
    sealCredentialBundle(privateKey, fromHex(targetPublicKey)),
  );
  return { publicKey, bundle };
}
