import { LatchkeyError } from '../errors.js';
import { captchaRefusals } from './captchaRefusals.js';
import { ofActivities, ofEveryCall, ofProxyCalls, ofStampedCalls } from './commonRefusals.js';
import { oauthRefusals } from './oauthRefusals.js';
import { policyRefusals } from './policyRefusals.js';
import type { TurnkeyErrorCode } from './publishedErrorCodes.js';
import { resourceRefusals } from './resourceRefusals.js';
import { type Refusal, serviceRefusals } from './serviceRefusals.js';
import { signingRefusals } from './signingRefusals.js';
import { templateRefusals } from './templateRefusals.js';
import { transferRefusals } from './transferRefusals.js';
import { tvcRefusals } from './tvcRefusals.js';
import { webhookRefusals } from './webhookRefusals.js';

// The refusals that the kit itself also throws: separate, so that an app need not bundle the table for them.

const contactInvalid: Refusal = {
  grpc: 3,
  status: 400,
  text: 'The contact is not one e-mail address or one E.164 phone number.',
};

/** The refusal of a contact without a canonical form. */
export const refusedContact = (): RefusedError =>
  new RefusedError('CONTACT_INVALID', contactInvalid.text, contactInvalid.grpc, contactInvalid.status);

const activityRejected: Refusal = { grpc: 7, status: 403, text: 'The activity was rejected.' };

/** The refusal that the kit throws when a pending activity was rejected by a vote; the service answers with the activity itself. */
export const refusedActivity = (activityId: string): RefusedError =>
  new RefusedError(
    'ACTIVITY_REJECTED',
    `${activityRejected.text} (${activityId})`,
    activityRejected.grpc,
    activityRejected.status,
  );

/**
 * Every refusal that the service sends, by its stable code. Built by a call, since bundlers keep unused spread objects, but drop an unused
 * pure call.
 *
 * @see docs/wire.md 2.6 (gRPC codes, HTTP statuses) and 1.1 (sentences that public clients recognise)
 */
export const refusals = /* @__PURE__ */ (() =>
  ({
    ...ofEveryCall,
    ...ofStampedCalls,
    ...ofActivities,
    ...ofProxyCalls,
    ...policyRefusals,

    // Callers, where a row requires more than a stamp.
    PUBLIC_KEY_AMBIGUOUS: {
      grpc: 16,
      status: 401,
      text: 'More than one sub-organization has a user with this public key. Name the organization.',
      published: 'more than one suborg associated with a public key',
    },
    FRESH_LOGIN_REQUIRED: {
      grpc: 7,
      status: 403,
      text: 'The login of this session is too long ago for that. Log in again to continue.',
    },

    // The auth proxy.
    METHOD_NOT_ENABLED: {
      grpc: 9,
      status: 400,
      text: 'This login method is not enabled, by the organization or in its configuration.',
    },
    FILTER_NOT_SUPPORTED: { grpc: 3, status: 400, text: 'Accounts cannot be looked up by this filter.' },
    CREDENTIAL_REQUIRED: { grpc: 3, status: 400, text: 'A sign-up needs a credential or a verification token.' },
    TOO_MANY_SIGNUPS: {
      grpc: 8,
      status: 429,
      text: 'Too many sign-ups from this address. Wait before the next one.',
      published: 'Too many requests. Please wait and try again in a few seconds',
    },

    // One-time codes.
    CONTACT_INVALID: contactInvalid,
    CONTACT_NOT_SERVED: { grpc: 9, status: 400, text: 'No codes are sent to numbers of this kind or country.' },
    TOO_MANY_CODES: {
      grpc: 8,
      status: 429,
      text: 'This contact was sent as many codes as it may be for now. Wait, then ask for a new one.',
      published: 'Max number of OTPs have been initiated',
    },
    LOGIN_BUSY: {
      grpc: 8,
      status: 429,
      text: 'So many codes are being asked for that login is busy. Wait, then ask again.',
    },
    OTP_WRONG: { grpc: 3, status: 400, text: 'Invalid OTP code' },
    OTP_EXPIRED: { grpc: 3, status: 400, text: 'Invalid OTP code: it has expired or was replaced. Ask for a new one.' },
    OTP_SPENT: { grpc: 3, status: 400, text: 'Invalid OTP code: it was already used. Ask for a new one.' },
    OTP_BUNDLE_INVALID: {
      grpc: 3,
      status: 400,
      text: 'Invalid OTP code: it is not sealed to the key that was made for this otpId.',
    },
    TOO_MANY_ATTEMPTS: { grpc: 3, status: 400, text: 'Invalid OTP code: too many wrong tries. Ask for a new one.' },

    // Verification tokens and accounts.
    VERIFICATION_TOKEN_INVALID: {
      grpc: 3,
      status: 400,
      text: 'The verification token is not one of this service for this organization and contact.',
    },
    VERIFICATION_TOKEN_EXPIRED: {
      grpc: 3,
      status: 400,
      text: 'The verification token has expired. Verify the contact again.',
    },
    VERIFICATION_TOKEN_SPENT: {
      grpc: 3,
      status: 400,
      text: 'The verification token was already used. Verify the contact again.',
    },
    CLIENT_SIGNATURE_INVALID: {
      grpc: 3,
      status: 400,
      text: 'The client signature is missing or does not bind this request to the key in the verification token.',
    },
    CONTACT_NOT_VERIFIED: {
      grpc: 3,
      status: 400,
      text: 'A contact can only be registered with a verification token for that very contact.',
    },
    OWN_CONTACT_UNVERIFIED: {
      grpc: 9,
      status: 400,
      text: 'Your user has no verified contact of this kind, and a test goes to no other. Verify one first.',
    },
    ACCOUNT_NOT_FOUND: {
      grpc: 5,
      status: 404,
      text: 'No sub-organization has exactly one user with this verified contact or identity.',
    },
    PUBLIC_KEY_INVALID: { grpc: 3, status: 400, text: 'The public key is not a point of its curve.' },
    PASSKEY_INVALID: { grpc: 3, status: 400, text: 'The registration of the passkey does not check.' },
    AUTHENTICATOR_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such passkey for this user.' },
    TOO_MANY_PASSKEYS: { grpc: 8, status: 429, text: 'A user can hold ten passkeys: delete one first.' },
    RECOVERY_KEY_SPENT: {
      grpc: 9,
      status: 400,
      text: 'This recovery has registered a passkey already. Log in with it, or start a recovery again.',
    },
    CREDENTIAL_CONFLICT: { grpc: 6, status: 409, text: 'That public key is already registered in the organization.' },

    // Votes.
    ACTIVITY_REJECTED: activityRejected,
    ACTIVITY_NOT_PENDING: { grpc: 9, status: 400, text: 'The activity is no longer waiting for votes.' },
    VOTE_NOT_COUNTED: {
      grpc: 10,
      status: 409,
      text: 'Somebody else has voted by the same bytes, so that this was not counted. Sign the vote again, with a later timestampMs.',
    },

    ...resourceRefusals,
    ...captchaRefusals,
    ...oauthRefusals,
    ...signingRefusals,
    ...transferRefusals,
    ...serviceRefusals,
    ...templateRefusals,
    ...tvcRefusals,
    ...webhookRefusals,
  }) as const satisfies Record<string, Refusal>)();

/** The stable code of a refusal. Through `Extract`, so that hovers show the name and not the list. */
export type RefusalCode = Extract<keyof typeof refusals, string>;

/** The code of a refusal that this version does not know: the service is newer, or does not list it for the operation. */
export type UnknownRefusalCode = 'UNKNOWN_REFUSAL';

/** One member of a request that was refused, and why. */
export type FieldViolation = { readonly field: string; readonly description: string };

/** The details of a refusal. */
export type RefusalDetails = {
  /** Retry after this many milliseconds. */
  readonly retryAfterMs?: number;
  /** The invalid members, by path. */
  readonly fieldViolations?: readonly FieldViolation[];
  /** Appended to the table's sentence: what exactly was not supported or not found. Never a secret. */
  readonly about?: string;
  /** The sentence that public clients know, where it is not the error's own. */
  readonly published?: string;
  /** What the service named the refusal, where this version does not know that name. */
  readonly rawCode?: string;
  /** Whom to ask, of SUSPENDED: an e-mail address or https URL, where the configuration names one. */
  readonly supportContact?: string;
  /** The hosted service's name for this case, if it has another one for it than for the code. */
  readonly turnkeyErrorCode?: TurnkeyErrorCode | (string & {});
  readonly cause?: unknown;
};

/**
 * The service refused the request. Thrown inside the service, written to the wire by `writeRefusalBody`, and rebuilt in the client, so that
 * both ends use the same codes. One unknown to this version is UNKNOWN_REFUSAL, with the name that the service sent as `rawCode`.
 */
export class RefusedError extends LatchkeyError<RefusalCode | UnknownRefusalCode> {
  /** The code as the service sent it. */
  readonly rawCode: string;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The gRPC code of the answer. */
  readonly grpc: number;
  readonly retryAfterMs: number | undefined;
  readonly fieldViolations: readonly FieldViolation[];
  /** The hosted service's name for the cause: of an answer, if it has one; of a refusal here, if the case has another one than the code. */
  readonly turnkeyErrorCode: string | undefined;

  /** {@link RefusalDetails.supportContact}: of a refusal here; clients read it in the answer of wallet_kit_config. */
  declare readonly supportContact?: string;
  /** The sentence that public clients know, where it is not `message`. */
  readonly published: string | undefined;

  constructor(
    code: RefusalCode | UnknownRefusalCode,
    message: string,
    grpc: number,
    status: number,
    details: RefusalDetails = {},
  ) {
    super(code, message, details.cause === undefined ? {} : { cause: details.cause });
    this.grpc = grpc;
    this.status = status;
    this.retryAfterMs = details.retryAfterMs;
    this.fieldViolations = details.fieldViolations ?? [];
    this.turnkeyErrorCode = details.turnkeyErrorCode;
    this.rawCode = details.rawCode ?? code;
    this.published = details.published;
  }
}

/** The refusal with that code, and the table's sentence. */
export function refused(code: RefusalCode, details: RefusalDetails = {}): RefusedError {
  const { grpc, status, text, published }: Refusal = refusals[code];
  const { about, supportContact } = details;
  const whole = (sentence: string) => (about === undefined ? sentence : `${sentence} (${about})`);
  const error = new RefusedError(code, whole(text), grpc, status, {
    ...details,
    ...(published !== undefined && { published: whole(published) }),
  });
  return supportContact === undefined ? error : Object.assign(error, { supportContact });
}
