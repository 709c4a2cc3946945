import { proxyOtpInitV2, proxyOtpVerifyV2 } from '../../contract/proxyV2.js';
import type { RequestOf } from '../../contract/row.js';
import { type CodePlace, readCodeTarget, type SealedCode, sealCode } from '../../crypto/codeBundles.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { trustOf } from '../trust.js';

type Sent = Omit<Awaited<ReturnType<typeof callProxy<typeof proxyOtpInitV2>>>, 'otpEncryptionTargetBundle'>;

/**
 * Requests a code that is to be sent sealed, and stores its key in this tab, so that it survives a reload.
 *
 * @throws {BundleError} the target is not one for this code, or not signed by the key of `trust`
 */
export async function askForSealed(
  client: Client,
  organizationId: string,
  request: RequestOf<typeof proxyOtpInitV2>,
  requestOptions: RequestOptions,
): Promise<Sent> {
  const { otpEncryptionTargetBundle, ...sent } = await callProxy(client, proxyOtpInitV2, request, requestOptions);
  const target = { otpId: sent.otpId, organizationId, bundle: otpEncryptionTargetBundle };
  await readTarget(client, target);
  keepTarget(client, target);
  return sent;
}

/** Verifies a typed code, sealed. @returns `undefined` if this tab has not requested that code, or not as a sealed one */
export async function verifySealed(
  client: Client,
  otpId: string,
  typed: SealedCode,
  requestOptions: RequestOptions,
): Promise<string | undefined> {
  const target = keptTargets(client).find((kept) => kept.otpId === otpId);
  if (target === undefined) return undefined;
  const encryptedOtpBundle = await sealCode(typed, await readTarget(client, target));
  return (await callProxy(client, proxyOtpVerifyV2, { otpId, encryptedOtpBundle }, requestOptions)).verificationToken;
}

/** The key that one code is sealed to. It is not secret. */
type KeptTarget = CodePlace & { readonly bundle: string };

const readTarget = async (client: Client, { bundle, ...place }: KeptTarget) =>
  readCodeTarget(bundle, { ...place, signerPublicKey: (await trustOf(client))?.tlsFetcherSignPublicKey });

/** The maximum number of a person's codes that are valid at once. */
const mostKept = 3;
const ofThisPage = new WeakMap<Client, readonly KeptTarget[]>();

function keepTarget(client: Client, target: KeptTarget): void {
  const kept = [target, ...keptTargets(client)].slice(0, mostKept);
  ofThisPage.set(client, kept);
  try {
    sessionStorage.setItem(nameOf(client), JSON.stringify(kept));
  } catch {
    // If nothing can be stored, they live as long as the page.
  }
}

/** Newest first. */
function keptTargets(client: Client): readonly KeptTarget[] {
  const ofPage = ofThisPage.get(client);
  if (ofPage) return ofPage;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(client)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isTarget) : [];
  } catch {
    return [];
  }
}

/** Entries of another version, or of another script, may have another shape. */
const isTarget = (kept: Partial<KeptTarget> | null): kept is KeptTarget =>
  typeof kept?.otpId === 'string' && typeof kept.organizationId === 'string' && typeof kept.bundle === 'string';

const nameOf = ({ settings }: Client) => `latchkey.codes.${settings.authProxyConfigId}`;
