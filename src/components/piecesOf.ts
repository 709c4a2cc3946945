/** A text around the shortened addresses in it, which are every second piece. */
export const piecesOf = (text: string): readonly string[] => text.split(/(\b\w{6}…\w{4}\b)/);
