/**
 * The same JSON, which moves no cursor and turns no text around: what JSON leaves as it is of DEL, C1 and the marks of bidirectional text,
 * and of what nobody sees, is escaped.
 *
 * @see Unicode Standard Annex 9, 2
 */
export const forTerminal = (json: string): string => json.replace(unseen, escaped);

/** The same of a line that is no JSON: it stays one line. */
export const lineForTerminal = (line: string): string => forTerminal(line.replace(controls, escaped));

/** The same of a text of several lines. */
export const textForTerminal = (text: string): string => text.split('\n').map(lineForTerminal).join('\n');

const escaped = (each: string): string => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`;

const unseen = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const controls = /\p{Cc}/gu;
