/**
 * A text that others chose, without the characters that nobody sees: they would turn the order of the words around it, or make two names
 * look like one. What joins letters and emoji, or chooses their form, stays.
 */
export const visible = (text: string): string => text.replace(unseen, '');

/** The same characters as their escapes in JSON, for a text that is shown exactly. */
export const escaped = (text: string): string =>
  text.replace(unseen, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at))}`).join(''),
  );

const unseen =
  /(?!\n)[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d]|[\ufe00-\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const hex = (code: number): string => code.toString(16).padStart(4, '0');
