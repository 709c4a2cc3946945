import type { Refusal } from './serviceRefusals.js';

/** The refusals about what is in the caller's own organization: a part of the table of refusals. */
export const resourceRefusals = {
  ACTIVITY_NOT_FOUND: { grpc: 5, status: 404, text: 'No activity found with this id or fingerprint.' },
  USER_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such user in the organization.' },
  API_KEY_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such API key of this user or organization.' },
  INVITATION_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such invitation in the organization.' },
  CONTACT_HAS_ACCOUNT: {
    grpc: 6,
    status: 409,
    text: 'This e-mail address has an account below the organization already. Invite that person by another address.',
  },
  INVITATION_NOT_PENDING: { grpc: 9, status: 400, text: 'The invitation was accepted or deleted already.' },
  WALLET_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such wallet in the organization.' },
  SIGNER_NOT_FOUND: { grpc: 5, status: 404, text: 'No key of the organization has this address or id.' },
  PRIVATE_KEY_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such private key in the organization.' },
  WALLET_ACCOUNT_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such wallet account in the organization.' },
  BOOT_PROOF_NOT_FOUND: {
    grpc: 5,
    status: 404,
    text: 'There is no Boot Proof of this key or app.',
  },
  TAG_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such tag in the organization.' },
  CONTRACT_INTERFACE_NOT_FOUND: {
    grpc: 5,
    status: 404,
    text: 'There is no such smart contract interface in the organization.',
  },
  PROXY_CONFIG_NOT_FOUND: {
    grpc: 5,
    status: 404,
    text: 'The organization has no auth proxy configuration: enable the auth proxy first.',
  },
  TOO_MANY_DERIVATIONS: {
    grpc: 8,
    status: 429,
    text: 'Too many wallet keys were asked for within a minute. Wait before asking for more.',
  },
  NAME_TAKEN: { grpc: 6, status: 409, text: 'Something of this kind in the organization already has that name.' },
  ACCOUNT_EXISTS: { grpc: 6, status: 409, text: 'The wallet already has an account at this path.' },
  LIMIT_REACHED: { grpc: 8, status: 429, text: 'The organization holds as many of this kind as it may.' },
  TOO_MANY_API_KEYS: { grpc: 8, status: 429, text: 'A user can hold ten long-lived API keys: delete one first.' },
  LAST_CREDENTIAL: {
    grpc: 9,
    status: 400,
    text: 'This would leave the root quorum without enough users that hold a credential.',
  },
  QUORUM_INVALID: {
    grpc: 3,
    status: 400,
    text: 'The root quorum threshold must be between one and the number of root users.',
  },
  SUB_ORGANIZATION_NESTED: {
    grpc: 9,
    status: 400,
    text: 'A sub-organization cannot have sub-organizations of its own.',
  },
  SUB_ORGANIZATION_REQUIRED: { grpc: 9, status: 400, text: 'Only a sub-organization can be deleted.' },
  NOT_EXPORTED: {
    grpc: 9,
    status: 400,
    text: 'This would delete keys that were never exported. Export them, or set deleteWithoutExport.',
  },
  EMAIL_NOT_VERIFIED: { grpc: 9, status: 400, text: 'The user has no verified e-mail address.' },
  PAGE_NOT_SET: {
    grpc: 9,
    status: 400,
    text: 'The configuration names no such page of the app: set it first.',
  },
  PROXY_CONFIG_CHANGED: {
    grpc: 10,
    status: 409,
    text: 'The auth proxy configuration was changed meanwhile, in what this would change. Nothing was changed: look at it first.',
  },
  PROXY_CONFIG_INVALID: { grpc: 3, status: 400, text: 'The auth proxy configuration is not valid.' },
} as const satisfies Record<string, Refusal>;
