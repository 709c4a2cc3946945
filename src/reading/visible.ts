/**
 * A text that others chose, without the characters that nobody sees: they would turn the order of the words around it, or make two names
 * look like one. What joins letters and emoji, or chooses their form, stays. Of marks above or below one letter four do, as many as writing
 * has: a pile of them would be drawn over the lines around it.
 */
export const visible = (text: string): string => text.replace(unseen, '');

/** The same characters as their escapes in JSON, for a text that is shown exactly. */
export const escaped = (text: string): string =>
  text.replace(unseen, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at))}`).join(''),
  );

const unseen =
  /(?<=(?:[\p{Mn}\p{Me}][\u200c\u200d]*){4})[\p{Mn}\p{Me}]|(?!\n)[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d]|[\ufe00-\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const hex = (code: number): string => code.toString(16).padStart(4, '0');
