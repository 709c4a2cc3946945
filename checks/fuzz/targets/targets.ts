import type { Target } from '../target.js';
import { base58check } from './base58check.js';
import { interfaceAndData, templateAndVariables } from './bothSides.js';
import { clientSecret } from './clientSecret.js';
import { email, phone } from './contacts.js';
import { callData, contractInterface } from './contracts.js';
import { credentialBundle } from './credentialBundle.js';
import { der } from './der.js';
import { emailTemplate } from './emailTemplates.js';
import { exportBundle } from './exportBundle.js';
import { importBundle } from './importBundle.js';
import { importTarget } from './importTarget.js';
import { json } from './json.js';
import { jwt } from './jwt.js';
import { policy } from './policies.js';
import { proofs } from './proofs.js';
import { session } from './session.js';
import { stamp } from './stamp.js';
import { transactions, typedData } from './transactions.js';
import { mnemonic, path } from './wallets.js';

/** The slowest first, so that two workers finish at about the same time. */
export const targets: readonly Target[] = [
  exportBundle,
  jwt,
  credentialBundle,
  importTarget,
  importBundle,
  clientSecret,
  base58check,
  json,
  mnemonic,
  stamp,
  session,
  email,
  phone,
  der,
  path,
  policy,
  contractInterface,
  callData,
  emailTemplate,
  interfaceAndData,
  templateAndVariables,
  ...proofs,
  ...transactions,
  typedData,
];
