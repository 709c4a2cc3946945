import type { LinkPurpose } from '../../contract/linkParameters.js';
import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import { bundleIn } from './bundleIn.js';

/**
 * Whose link it is, where this browser opens it; nothing changes.
 *
 * @returns the address that it was sent to, where that is known.
 * @throws {LinkError}
 */
export async function lookIntoLink(
  client: Client,
  { link, purpose }: { link: string; purpose: LinkPurpose },
): Promise<string | undefined> {
  const { openLink } = await loadPart(import('./openLink.js')); // who only asks for a link opens none
  const { target } = await openLink(client, { bundle: bundleIn(link), purpose });
  return target.note;
}
