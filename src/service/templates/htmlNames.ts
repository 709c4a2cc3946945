// What HTML of mails may be made of: what mail programs show, and nothing that acts. @see HTML Living Standard, 4

/** Elements without content. */
export const voidElements: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img', 'meta', 'wbr']);

/** Elements that stand in the head alone; `style` stands anywhere. */
export const headElements: ReadonlySet<string> = new Set(['meta', 'title']);

/** Elements that a document has once. */
export const documentElements: ReadonlySet<string> = new Set(['html', 'head', 'body']);

/** Every element but those that make the document. */
export const elements: ReadonlySet<string> = new Set(
  [
    ...[
      'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em',
    ],
    ...[
      'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark meta nav ol p pre q s samp',
    ],
    ...['section small span strike strong style sub sup table tbody td tfoot th thead time title tr tt u ul var wbr'],
  ].flatMap((names) => names.split(' ')),
);

/** What an attribute holds: words for programs, text for people, an address of a page or of a picture, or CSS. */
export type AttributeKind = 'words' | 'text' | 'link' | 'picture' | 'style';

/** @returns what it holds on that element; nothing where it may not stand there. */
export function attributeKind(element: string, name: string): AttributeKind | undefined {
  if (element === 'meta') return ['charset', 'name', 'content', 'http-equiv'].includes(name) ? 'words' : undefined;
  if (name === 'href') return element === 'a' ? 'link' : undefined;
  if (name === 'src') return element === 'img' ? 'picture' : undefined;
  if (name === 'background') return 'picture';
  if (name === 'style') return 'style';
  if (texts.has(name)) return 'text';
  return words.has(name) || /^(?:aria|data)-[a-z-]+$/.test(name) ? 'words' : undefined;
}

const texts = new Set(['alt', 'title', 'aria-label', 'summary']);

const words = new Set(
  [
    ...[
      'align alink bgcolor border bordercolor cellpadding cellspacing class color colspan dir face frame height hspace id lang',
    ],
    ...[
      'link media name noshade nowrap rel role rowspan rules scope size span start target text type valign vlink vspace',
    ],
    ...['width xml:lang xmlns xmlns:o xmlns:v'],
  ].flatMap((names) => names.split(' ')),
);

/** Whether a `meta` says what mail programs may be told: nothing that leads elsewhere, and no other encoding. */
export function isPlainMeta(attributes: ReadonlyMap<string, string>): boolean {
  const charset = attributes.get('charset');
  const equivalent = attributes.get('http-equiv')?.toLowerCase();
  const content = attributes.get('content') ?? '';
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') return false;
  if (equivalent === undefined) return true;
  return equivalent === 'content-type'
    ? /^text\/html; ?charset=utf-8$/i.test(content)
    : equivalent === 'x-ua-compatible';
}
