import type { LinkPurpose } from '../../contract/linkParameters.js';
import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import { bundleIn } from './bundleIn.js';

/**
 * Looks up the account of a link that this browser can open; nothing changes.
 *
 * @returns the address that it was sent to, if known.
 * @throws {LinkError}
 */
export async function lookIntoLink(
  client: Client,
  { link, purpose }: { link: string; purpose: LinkPurpose },
): Promise<string | undefined> {
  const { openLink } = await loadPart(import('./openLink.js')); // loaded when needed: requesting a link does without it
  const { target } = await openLink(client, { bundle: bundleIn(link), purpose });
  return target.note;
}
