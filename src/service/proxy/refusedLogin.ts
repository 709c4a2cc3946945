import { canonicalContact, type OtpType } from '../../contract/contact.js';
import { RefusedError } from '../../contract/refusals.js';
import type { ProxyRow, RowRequest } from '../../contract/row.js';
import type { proxyRows } from '../../contract/rows.js';
import { genuineToken } from '../configuration/genuineToken.js';
import { providerLookup } from '../coordinator/callers/providerLookup.js';
import { countedFailure } from '../coordinator/countedFailures.js';
import { methodOfCode } from '../coordinator/records/statistics.js';
import { readIdToken } from '../identity/idToken.js';
import { claimedIdentity } from '../identity/verifyIdToken.js';
import type { RefusedLogin } from '../limits/refusedLogins.js';
import type { Log } from '../tools.js';
import { readDeviceToken } from './deviceToken.js';
import type { ProxyCall } from './proxyCall.js';

/** Whom a call is about, and whether it comes from their own device; `undefined` where that does not show. */
type About = Pick<RefusedLogin, 'about' | 'by'> | undefined;
type AboutCall<R extends ProxyRow> = (request: RowRequest<R>, call: ProxyCall) => Promise<About> | About;

type ProxyName = keyof typeof proxyRows;

/** The calls of a login, and what each names the person by. */
const aboutCalls: { readonly [Name in ProxyName]?: AboutCall<(typeof proxyRows)[Name]> } = {
  proxyOtpInit: aboutContact,
  proxyOtpInitV2: aboutContact,
  proxyOtpVerify: ({ otpId }) => ({ about: { kind: 'code', otpId }, by: 'strangers' }),
  proxyOtpVerifyV2: ({ otpId }) => ({ about: { kind: 'code', otpId }, by: 'strangers' }),
  proxyOtpLogin: aboutToken,
  proxyOtpLoginV2: aboutToken,
  proxyOauthLogin: aboutIdentity,
};

/** Calls that are no logins, but about somebody, too. */
const aboutOthers: { readonly [Name in ProxyName]?: AboutCall<(typeof proxyRows)[Name]> } = {
  proxySignup: aboutSignup,
  proxySignupV2: aboutSignup,
};

/** Finds whom a call is about once it is asked for, and once: to read what proves it costs as much as a login. */
export function whomOf(
  { name }: { readonly name: ProxyName },
  request: unknown,
  call: ProxyCall,
): () => Promise<About> {
  const aboutCall = (aboutCalls[name] ?? aboutOthers[name]) as AboutCall<ProxyRow> | undefined;
  let found: Promise<About> | undefined;
  return () => {
    found ??= (async () => aboutCall?.(request, call))();
    return found;
  };
}

/** Notes whom a call is about, by keyed hashes, for its line in the log: nothing where that does not show. */
export async function noteWhom(
  { log }: { readonly log: Log },
  row: ProxyRow,
  whom: () => Promise<About>,
  call: ProxyCall,
): Promise<void> {
  try {
    const found = await whom();
    if (found) call.note(await call.traceOf(call.configuration.organization_id, found.about));
  } catch (cause) {
    if (!(cause instanceof RefusedError)) log('login not traced', { step: row.name });
  }
}

/**
 * Takes note of a refused login, for whoever helps the person. The answer does not wait for it, and is the same whether or not the person
 * is known: that is looked up later.
 */
export async function noteRefusedLogin(
  { log, refusedLogins }: { readonly log: Log } & Pick<ProxyCall, 'refusedLogins'>,
  { name, row }: { readonly name: ProxyName; readonly row: ProxyRow },
  error: unknown,
  { whom, call }: { readonly whom: () => Promise<About>; readonly call: ProxyCall },
): Promise<void> {
  if (!aboutCalls[name] || !(error instanceof RefusedError)) return;
  const { code } = error;
  try {
    const atMs = call.clock();
    const found = await whom();
    if (!found) return;
    const { organization_id: organizationId } = call.configuration;
    const by = found.about.kind === 'credential' && isStrangersToken(code) ? 'strangers' : found.by;
    refusedLogins.note({ ...found, by, organizationId, step: row.name, code, atMs }, call.clientAddress);
  } catch (cause) {
    if (!(cause instanceof RefusedError)) log('refused login not noted', { step: row.name });
  }
}

/** Takes note of a page that may not ask, for whoever helps the people who are on it. Of the request nothing else is looked at. */
export function noteRefusedOrigin(
  { refusedLogins, clock }: Pick<ProxyCall, 'refusedLogins' | 'clock'>,
  {
    configuration: { organization_id: organizationId },
    origin,
    step,
    clientAddress,
  }: Pick<ProxyCall, 'configuration' | 'clientAddress'> & { readonly origin: string; readonly step: string },
): void {
  const about = { kind: 'origin', origin } as const;
  const code = 'ORIGIN_NOT_ALLOWED';
  refusedLogins.note({ organizationId, about, by: 'origins', step, code, atMs: clock() }, clientAddress);
}

/** Counts a refused call of a login or sign-up; what login screens load is none. */
export function countFailure(
  { statistics, configuration }: ProxyCall,
  { name, counted }: ProxyRow,
  error: unknown,
  request: unknown,
): void {
  if (!counted) return;
  const { otpType } = request as Partial<AskedCode>;
  const failure = countedFailure({ name: name.replace(/_v2$/, '') }, error);
  const method = otpType === undefined ? '' : methodOfCode(otpType);
  statistics.count({ ...failure, organizationId: configuration.organization_id, method });
}

type AskedCode = { readonly otpType: OtpType; readonly contact: string; readonly deviceToken?: string | undefined };

async function aboutContact(
  { otpType, contact: typed, deviceToken }: AskedCode,
  { configuration, primitives, deviceKeys, clock }: ProxyCall,
): Promise<About> {
  const contact = canonicalContact(otpType, typed);
  const place = { configId: configuration.config_id, otpType, contact };
  const device = deviceToken && (await readDeviceToken(primitives, deviceKeys, deviceToken, place, clock()));
  return { about: { kind: 'contact', otpType, contact }, by: device ? 'own' : 'strangers' };
}

/** Who has a genuine token has proved the contact. */
async function aboutToken(
  { verificationToken }: { readonly verificationToken: string },
  { configuration, primitives }: ProxyCall,
): Promise<About> {
  const { verification_public_key, organization_id } = configuration;
  const claims = await genuineToken(verificationToken, verification_public_key, primitives.verifyP256);
  if (claims.organization_id !== organization_id) return undefined;
  const otpType = claims.verification_type as OtpType;
  return { about: { kind: 'contact', otpType, contact: claims.contact }, by: 'own' };
}

type SignedUp = {
  readonly verificationToken?: string | undefined;
  readonly oauthProviders: readonly { readonly oidcToken?: string | undefined }[];
};

/** By the contact that it proves, or the first identity. */
function aboutSignup({ verificationToken, oauthProviders }: SignedUp, call: ProxyCall): Promise<About> | About {
  if (verificationToken !== undefined) return aboutToken({ verificationToken }, call);
  const oidcToken = oauthProviders.find((each) => each.oidcToken !== undefined)?.oidcToken;
  return oidcToken === undefined ? undefined : aboutIdentity({ oidcToken }, call);
}

/** The token is read again, and not believed: see {@link isStrangersToken}. */
async function aboutIdentity({ oidcToken }: { readonly oidcToken: string }, { publicUrl }: ProxyCall): Promise<About> {
  const identity = claimedIdentity(readIdToken(oidcToken).claims, publicUrl);
  const { lookupKey } = await providerLookup(identity);
  return { about: { kind: 'credential', lookupKey }, by: 'own' };
}

/** What its verification has refused is a stranger's. */
const isStrangersToken = (code: string): boolean => /^(OIDC|PROVIDER)_/.test(code) && code !== 'OIDC_NONCE_MISMATCH';
