/** The parts of a screen that an app can name classes for; each carries its name as `data-part`. */
export type Part =
  | 'root'
  | 'brand'
  | 'logo'
  | 'back'
  | 'close'
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
  | 'legal'
  | 'menu'
  | 'opener'
  | 'who'
  | 'panel'
  | 'person'
  | 'wallet'
  | 'copy'
  | 'row'
  | 'methods'
  | 'method'
  | 'divider'
  | 'badge'
  | 'mark'
  | 'rows'
  | 'fact'
  | 'editor'
  | 'check'
  | 'link'
  | 'note'
  | 'icon'
  | 'count'
  | 'list'
  | 'item'
  | 'what'
  | 'details'
  | 'summary'
  | 'value'
  | 'actions'
  | 'reject'
  | 'secondary'
  | 'drawing'
  /** Read out and not seen. */
  | 'unseen';

/** What a part of a screen carries: its name, and the app's classes for it. */
export type SlotProps = { readonly 'data-part': Part; readonly className: string | undefined };

/** How an app dresses the parts. */
export type Theme = { readonly part: (name: Part) => SlotProps };

/** No class of our own is ever set: the style sheet goes by `data-part`, so that no app's `.title` can meet ours. */
export function themeOf(classNames: { readonly [P in Part]?: string } = {}): Theme {
  return { part: (name) => ({ 'data-part': name, className: classNames[name] }) };
}
