/**
 * Finds a short text, such as a code, where it stands as a value of its own. A hash, a key or a time may hold the same digits by chance.
 */
export const alone = (text: string): RegExp => new RegExp(`(?<![\\w-])${text}(?![\\w-])`);
