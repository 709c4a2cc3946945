import { SolanaError } from './solanaError.js';

/** What a page may say of a login. Each is left out of the message where it is left out here, but for the first two. @see SIWS */
export type SignInInput = {
  /** Default: the page's host. Another one is refused. */
  readonly domain?: string | undefined;
  /** Default: the first account's. */
  readonly address?: string | undefined;
  readonly statement?: string | undefined;
  /** Of the page's origin. */
  readonly uri?: string | undefined;
  /** `1` */
  readonly version?: string | undefined;
  readonly chainId?: string | undefined;
  readonly nonce?: string | undefined;
  readonly issuedAt?: string | undefined;
  readonly expirationTime?: string | undefined;
  readonly notBefore?: string | undefined;
  readonly requestId?: string | undefined;
  readonly resources?: readonly string[] | undefined;
};

const texts = [
  ...(['domain', 'address', 'statement', 'uri', 'version', 'chainId', 'nonce'] as const),
  ...(['issuedAt', 'expirationTime', 'notBefore', 'requestId'] as const),
];

/**
 * A copy of what a page says of a login. A member that nobody knows is refused: it would be left out of what is signed.
 *
 * @throws {SolanaError} PARAMETERS_INVALID
 */
export function signInInput(given: SignInInput): SignInInput {
  const { resources, ...members } = given;
  const said = Object.entries(members).filter(([, value]) => value !== undefined);
  for (const [name, value] of said)
    if (!texts.some((known) => known === name) || typeof value !== 'string')
      throw new SolanaError('PARAMETERS_INVALID', `solana:signIn takes no such ${name}.`);
  if (resources === undefined) return Object.fromEntries(said);
  if (!Array.isArray(resources) || !resources.every((each) => typeof each === 'string'))
    throw new SolanaError('PARAMETERS_INVALID', 'solana:signIn takes resources as a list of texts.');
  return { ...Object.fromEntries(said), resources: [...resources] };
}
