import type { Activity } from '../contract/activities.records.js';
import { signRawPayload, signRawPayloads, signTransaction } from '../contract/signing.js';
import type { TransactionEffect } from '../reading/effect.js';
import { ethereumEffect } from '../reading/ethereum.js';
import { readSignedPayload, type SignedPayload } from '../reading/signedPayload.js';
import { solanaEffect } from '../reading/solana.js';
import type { Token } from '../reading/token.js';

/** The activity's types that sign a transaction. */
export const signingTypes: readonly string[] = /* @__PURE__ */ Object.values(signTransaction.versions).map(
  ({ type }) => type,
);

/** Whether an activity has signed a transaction: that is not the end of it. */
export const isPayment = ({ type, status }: Activity): boolean =>
  signingTypes.includes(type) && status === 'ACTIVITY_STATUS_COMPLETED';

/** The activity's types that sign anything. */
export const signatureTypes: readonly string[] = /* @__PURE__ */ [
  signTransaction,
  signRawPayload,
  signRawPayloads,
].flatMap(({ versions }) => Object.values(versions).map(({ type }) => type));

/** All parameters of the request. They are in the one member of its intent. */
export function parametersOf({ intent }: Activity): { readonly [member: string]: unknown } {
  const [parameters] = Object.values(intent);
  return typeof parameters === 'object' && parameters !== null ? (parameters as { [member: string]: unknown }) : {};
}

/** What the transaction does that an activity signs, if that is one thing that can be told in words. Amounts of these tokens are in whole ones. */
export function effectOf(activity: Activity, tokens: readonly Token[] = []): TransactionEffect | undefined {
  const { type, signWith, unsignedTransaction } = parametersOf(activity);
  if (!signingTypes.includes(activity.type)) return undefined;
  if (typeof unsignedTransaction !== 'string' || typeof signWith !== 'string') return undefined;
  if (type === 'TRANSACTION_TYPE_ETHEREUM') return ethereumEffect(unsignedTransaction, undefined, tokens);
  if (type === 'TRANSACTION_TYPE_SOLANA') return solanaEffect(unsignedTransaction, signWith, tokens);
  return undefined;
}

/** What an activity signs that is no transaction. */
export const signedOf = (activity: Activity): SignedPayload | undefined => readSignedPayload(parametersOf(activity));
