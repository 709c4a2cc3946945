import type { Client } from '../client/createClient.js';
import { redirectUrlOn } from '../client/oauth/redirectUrl.js';
import type { LoginConfig } from '../login/knownConfig.js';
import { noteForDeveloper } from './developerNote.js';

/** Tells developers that a provider cannot be used on this page, before anybody clicks it; see {@link noteForDeveloper}. */
export function noteMissingRedirectUrl({ settings }: Client, config: LoginConfig): void {
  if (redirectUrlOn(location.origin, config) === undefined) noteForDeveloper('OAUTH_NOT_CONFIGURED', settings);
}
