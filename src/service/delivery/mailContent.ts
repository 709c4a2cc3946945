/** What a mail says, in plain text and as HTML. */
export type MailContent = {
  readonly subject: string;
  /** What a list of mails shows beside the subject. */
  readonly preheader: string;
  /** From top to bottom. */
  readonly parts: readonly MailPart[];
};

export type MailPart =
  | { readonly kind: 'text'; readonly text: string }
  /** In the second voice. */
  | { readonly kind: 'note'; readonly lines: readonly string[] }
  /** Below a line, at the end. */
  | { readonly kind: 'last'; readonly text: string }
  /** What is typed or pasted elsewhere: a one-time code, the one figure of its mail; or a long key. */
  | { readonly kind: 'code' | 'key'; readonly text: string }
  /** A URL, shown as it is. */
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'button'; readonly href: string; readonly name: string };

/** A mail as plain text. A URL stands on a line of its own, where every program finds its end. */
export const textMail = ({ parts }: MailContent): string => `${parts.map(textOf).join('\n\n')}\n`;

function textOf(part: MailPart): string {
  switch (part.kind) {
    case 'note':
      return part.lines.join('\n');
    case 'link':
      return part.href;
    case 'button':
      return `${part.name}\n${part.href}`;
    default:
      return part.text;
  }
}
