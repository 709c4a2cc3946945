import type { ClientSettings, Trust } from 'latchkey';
import type { Client } from 'latchkey/client';
import { verifySessionToken } from 'latchkey/crypto';

/** What `/dashboard.json` answers: the one organization that this dashboard is for. */
export type Service = {
  readonly organizationId: string;
  /** `null` where the auth proxy was never enabled. */
  readonly authProxyConfigId: string | null;
  readonly trust: Trust;
  /** Only of a development service. */
  readonly environment?: 'development';
};

/** @throws where the service does not answer */
export async function readPlace(): Promise<Service> {
  const response = await fetch('/dashboard.json');
  if (!response.ok) throw new Error(`/dashboard.json answers ${response.status}`);
  return response.json();
}

/** Its sessions are its own: those of an app on the same origin are not, and the other way round. */
export const settingsOf = ({ organizationId, authProxyConfigId, trust }: Service): ClientSettings => ({
  authProxyUrl: window.location.origin,
  authProxyConfigId: authProxyConfigId ?? organizationId,
  trust,
  sessionName: 'dashboard',
  // As the service demands it here: a lost key alone lets nobody in.
  passkeyUserVerification: 'required',
});

/** An operator's session, in seconds: it is renewed while it is used, and ends for good eight hours after its login. */
export const sessionSeconds = '3600';

/** Takes the development token out of the address, where there is one. */
export function takeToken(): string | undefined {
  const token = /^#token=([\w-]+)$/.exec(window.location.hash)?.[1];
  if (token !== undefined) history.replaceState(history.state, '', window.location.pathname + window.location.search);
  return token;
}

/** Whether the address is the one that `latchkey admin enroll` prints. */
export const isEnrolling = (): boolean => window.location.hash === '#enroll';

/** The id in the address that an invitation's mail leads to. */
export const invitationIn = (hash: string): string | undefined => /^#invitation=([\w-]{36})$/.exec(hash)?.[1];

const invitationPage = '/dashboard/invitation';

/** Whether this page is the one for invitations: it alone may load the script of a captcha. */
export const isInvitationPage = (): boolean => window.location.pathname === invitationPage;

/** Leads to the page of an invitation, as its mail leads to the dashboard. */
export const toInvitation = (id: string): void => window.location.replace(`${invitationPage}#invitation=${id}`);

/** Leads to the operators' pages anew, without what was loaded for an invitation. */
export const toDashboard = (): void => window.location.replace('/dashboard');

/** Logs in to a development service by the token that it printed. @throws {Error} with what the service says */
export async function logInByToken(client: Client, { organizationId, trust }: Service, token: string): Promise<void> {
  const { publicKey } = await client.keys.create();
  try {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ token, publicKey });
    const response = await fetch('/dev/dashboard-login', { method: 'POST', headers, body });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.message);
    const claims = await verifySessionToken(answer.session, trust.notarizerPublicKey);
    const expiresAtMs = claims.exp * 1000;
    const openedAtMs = Date.now();
    const session = {
      organizationId,
      userId: claims.user_id,
      publicKey,
      expiresAtMs,
      openedAtMs,
      token: answer.session,
    };
    await client.sessions.open(session);
  } catch (error) {
    await client.keys.remove(publicKey).catch(() => {}); // the first error is told
    throw error;
  }
}
