import type { SignInInput } from './signInInput.js';

/** The message of a login, as SIWS writes it. Whether it is well formed is for its reader to say. */
export function signInText(input: SignInInput & { readonly domain: string; readonly address: string }): string {
  const { domain, address, statement, resources } = input;
  const fields = [
    ['URI', input.uri],
    ['Version', input.version],
    ['Chain ID', input.chainId],
    ['Nonce', input.nonce],
    ['Issued At', input.issuedAt],
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  const list = resources === undefined ? [] : ['Resources:', ...resources.map((each) => `- ${each}`)];
  const block = [...fields, ...list].join('\n');
  return [
    `${domain} wants you to sign in with your Solana account:\n${address}`,
    ...(statement === undefined ? [] : [statement]),
    ...(block === '' ? [] : [block]),
  ].join('\n\n');
}
