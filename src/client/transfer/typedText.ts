/** A secret text, or a function that reads it from its input. A function keeps the text out of React's state and tools. */
export type SecretText = string | (() => string);

/** The current text. */
export const textOf = (text: SecretText): string => (typeof text === 'function' ? text() : text);
