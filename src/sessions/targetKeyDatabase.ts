/** The database of target keys, beside the session keys'. */
export const targetKeyDatabase = {
  name: 'latchkey.targets',
  version: 1,
  store: 'targets',
  keyPath: 'publicKey',
} as const;
