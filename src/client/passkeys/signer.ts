import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import { type CallOptions, livingSession } from '../signer.js';

/** Who stamps: a session, a stamper of the app's own, or for one request a passkey of who is logged in. */
export type SignerOptions = Omit<CallOptions, 'stamper'> & {
  /**
   * Stamps instead of a session: an API key, on a server; then the organization has to be named. `passkey`: one of who is logged in,
   * for this request alone; the browser asks for it.
   */
  readonly stamper?: CallOptions['stamper'] | 'passkey';
};

/** The same, with the passkey's stamper in the place of its name. @throws {PasskeyError} PASSKEY_NOT_FOUND; {@link SessionError} */
export async function namedSigner(client: Client, { stamper, ...options }: SignerOptions): Promise<CallOptions> {
  if (stamper !== 'passkey') return { ...options, stamper };
  const session = await livingSession(client, options.session);
  const { passkeyStamperOf } = await loadPart(import('./stamperOf.js'));
  const { organizationId = session.organizationId } = options;
  return { ...options, organizationId, stamper: await passkeyStamperOf(client, session, options) };
}
