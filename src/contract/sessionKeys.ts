/** The types of session keys: those that logins create, and those that expire by themselves. @see docs/wire.md 2.12 */
const sessionTypes = /^CREDENTIAL_TYPE_(LOGIN|((EMAIL|OTP)_AUTH|OAUTH|READ_WRITE_SESSION|RECOVER_USER)_KEY_P256)$/;

/** Whether a credential of that type is a session key, and not a permanent one. */
export const isSessionKey = (credentialType: string): boolean => sessionTypes.test(credentialType);
