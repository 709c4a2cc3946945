/** A secret text, or what reads it from where it was typed. A function keeps it out of what React and its tools hold on to. */
export type SecretText = string | (() => string);

/** The text, as it is at this moment. */
export const textOf = (text: SecretText): string => (typeof text === 'function' ? text() : text);
