/** The form of a code: how many characters it has, and whether they are Crockford base32, or else digits. */
export type CodeForm = { readonly length: number; readonly alphanumeric: boolean };
