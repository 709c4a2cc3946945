/** The person who sent a request. */
export type VerifiedCaller = {
  /** The person's own organization: a sub-organization of yours. */
  readonly organizationId: string;
  readonly userId: string;
  /** The session's key: 66 lowercase hex digits, SEC 1 compressed. */
  readonly publicKey: string;
  /** When the session expires, in milliseconds since 1970. */
  readonly expiresAtMs: number;
};

/** Who a verified user is. A contact is there only if the user has proved it: one that was only set may be somebody else's. */
export type VerifiedUser = {
  readonly userId: string;
  /** Chosen by the user: not unique, and no proof of anything. */
  readonly userName: string;
  /** In lower case. */
  readonly verifiedEmail?: string;
  /** E.164, such as `+14155550100`. */
  readonly verifiedPhoneNumber?: string;
};

/** The person who sent a request, with their name and proved contacts. */
export type CallerWithUser = VerifiedCaller & { readonly user: VerifiedUser };

/**
 * Looks the user of a verified request up; `userLookup` creates one.
 *
 * @returns `undefined` if the user was deleted
 */
export type UserLookup = (caller: VerifiedCaller) => Promise<VerifiedUser | undefined>;
