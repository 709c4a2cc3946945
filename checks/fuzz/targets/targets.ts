import type { Target } from '../target.js';
import { base58check } from './base58check.js';
import { email, phone } from './contacts.js';
import { callData, contractInterface } from './contracts.js';
import { credentialBundle } from './credentialBundle.js';
import { der } from './der.js';
import { exportBundle } from './exportBundle.js';
import { json } from './json.js';
import { jwt } from './jwt.js';
import { policy } from './policies.js';
import { stamp } from './stamp.js';
import { mnemonic, path } from './wallets.js';

/** The dear ones first, so that two workers end at about the same time. */
export const targets: readonly Target[] = [
  exportBundle,
  jwt,
  credentialBundle,
  base58check,
  json,
  mnemonic,
  stamp,
  email,
  phone,
  der,
  path,
  policy,
  contractInterface,
  callData,
];
