import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import { type CallOptions, livingSession } from '../signer.js';

/** Who stamps: a session, the app's own stamper, or for one request a passkey of the logged-in person. */
export type SignerOptions = Omit<CallOptions, 'stamper'> & {
  /**
   * Stamps instead of a session: an API key, on a server; the organization must then be named. `passkey`: one of the logged-in person, for
   * this request alone; the browser asks for it.
   */
  readonly stamper?: CallOptions['stamper'] | 'passkey';
};

/** The same, with the passkey's stamper in place of its name. @throws {PasskeyError} PASSKEY_NOT_FOUND; {@link SessionError} */
export async function namedSigner(client: Client, { stamper, ...options }: SignerOptions): Promise<CallOptions> {
  if (stamper !== 'passkey') return { ...options, stamper };
  const session = await livingSession(client, options.session);
  const { passkeyStamperOf } = await loadPart(import('./stamperOf.js'));
  const { organizationId = session.organizationId } = options;
  return { ...options, organizationId, stamper: await passkeyStamperOf(client, session, options) };
}
