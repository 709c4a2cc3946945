import type { Authenticator } from '../../contract/shapes.js';
import type { Client } from '../createClient.js';

/** The relying party's id, to which browsers bind passkeys. */
export const rpIdOf = ({ settings }: Client): string => settings.passkeyRpId ?? location.hostname;

/** Whether passkeys must verify their user. */
export const verificationOf = (
  { settings }: Client,
  { passkeyUserVerification }: { readonly passkeyUserVerification?: 'preferred' | 'required' | undefined } = {},
): 'preferred' | 'required' | undefined => settings.passkeyUserVerification ?? passkeyUserVerification;

/** Passkeys as the browser names them. */
export const heldIn = (authenticators: readonly Authenticator[]): { id: string; transports: string[] }[] =>
  authenticators.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: transports.map((name) => name.replace('AUTHENTICATOR_TRANSPORT_', '').toLowerCase()),
  }));
