import type { OtpMessages } from './messages.js';

/** The parts of a screen that an app can name classes for; each carries its name as `data-part`. */
export type Part =
  | 'root'
  | 'back'
  | 'header'
  | 'title'
  | 'lead'
  | 'text'
  | 'address'
  | 'body'
  | 'field'
  | 'caption'
  | 'label'
  | 'input'
  | 'phone'
  | 'country'
  | 'dial'
  | 'select'
  | 'code'
  | 'slot'
  | 'message'
  | 'error'
  | 'hint'
  | 'expiry'
  | 'submit'
  | 'footer'
  | 'link'
  | 'note'
  | 'icon'
  /** Read out and not seen. */
  | 'unseen';

/** The words and classes that a screen and its parts share. */
export type Skin = { readonly messages: OtpMessages; readonly part: (name: Part) => PartAttributes };

type PartAttributes = { readonly 'data-part': Part; readonly className: string | undefined };

/** No class of our own is ever set: the style sheet goes by `data-part`, so that no app's `.title` can meet ours. */
export function skinOf(messages: OtpMessages, classNames: { readonly [P in Part]?: string } = {}): Skin {
  return { messages, part: (name) => ({ 'data-part': name, className: classNames[name] }) };
}
