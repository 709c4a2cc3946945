import type { Client } from '../client/createClient.js';
import { type LoginMethod, methodName } from './methods.js';
import { recall, remember } from './recall.js';

/** The method of this browser's last login, by its name in the configuration: `email`, `google`, `passkey`. */
export function recallMethod(client: Client): string | undefined {
  return recall('localStorage', nameOf(client)) ?? undefined;
}

export function rememberMethod(client: Client, method: LoginMethod): void {
  remember('localStorage', nameOf(client), methodName(method));
}

const nameOf = ({ settings }: Client) => `latchkey.method.${settings.authProxyConfigId}`;
