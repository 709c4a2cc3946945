// @ts-check
// Draws a mail that the dashboard posts, in a frame without an origin that reaches nothing: no script of the mail runs, no picture is
// loaded, and no link leads anywhere.
(() => {
  const { parent } = window;

  /** Elements that load, run, submit or lead somewhere; those of SVG and MathML go, too. */
  const dropped = new Set(
    'script,base,meta,link,iframe,frame,frameset,object,embed,applet,template,noscript,audio,video,source,track,form,input,button,select,textarea,dialog,portal,slot'.split(
      ',',
    ),
  );
  const kept = new Set(
    'style,class,id,lang,dir,title,role,media,align,valign,width,height,bgcolor,color,border,cellpadding,cellspacing,colspan,rowspan,face,size'.split(
      ',',
    ),
  );

  window.addEventListener('message', ({ source, data }) => {
    if (source !== parent || typeof data?.html !== 'string') return;
    show(data.html, data.scheme === 'dark' ? 'dark' : 'light');
  });
  parent.postMessage('ready', '*');

  /**
   * @param {string} html
   * @param {'light' | 'dark'} scheme
   */
  function show(html, scheme) {
    const mail = new DOMParser().parseFromString(html, 'text/html');
    for (const element of mail.querySelectorAll('*')) tame(element);
    const root = document.adoptNode(mail.documentElement);
    root.style.colorScheme = scheme;
    document.documentElement.replaceWith(root);
    for (const sheet of document.styleSheets) {
      choose(sheet.media, scheme);
      if (sheet instanceof CSSStyleSheet) chooseIn(sheet.cssRules, scheme);
    }
  }

  /** @param {Element} element */
  function tame(element) {
    if (!(element instanceof HTMLElement) || dropped.has(element.localName)) {
      element.remove();
      return;
    }
    if (element.localName === 'img') {
      element.replaceWith(boxFor(element));
      return;
    }
    if (element.localName === 'a') element.title = element.getAttribute('href') ?? '';
    for (const { name } of [...element.attributes])
      if (!kept.has(name) && !name.startsWith('aria-')) element.removeAttribute(name);
    if (element.localName === 'a') element.style.textDecoration ||= 'underline';
  }

  /**
   * A grey box in the place of a picture, with its address.
   *
   * @param {HTMLElement} picture
   */
  function boxFor(picture) {
    const box = document.createElement('span');
    const [width, height] = ['width', 'height'].map((name) => Number(picture.getAttribute(name)) || 0);
    box.textContent = picture.getAttribute('src') ?? '';
    box.dataset.picture = '';
    box.style.cssText = `display:inline-block;box-sizing:border-box;overflow:hidden;max-width:100%;padding:4px;background:#d6d3d1;color:#292524;font:12px/1.4 system-ui,sans-serif;overflow-wrap:anywhere;width:${width || 160}px;min-height:${height || 32}px`;
    return box;
  }

  /**
   * The reader's scheme is the one that is chosen, and not the browser's.
   *
   * @param {CSSRuleList} rules
   * @param {'light' | 'dark'} scheme
   */
  function chooseIn(rules, scheme) {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) choose(rule.media, scheme);
      if (rule instanceof CSSGroupingRule) chooseIn(rule.cssRules, scheme);
    }
  }

  /**
   * @param {MediaList} media
   * @param {'light' | 'dark'} scheme
   */
  function choose(media, scheme) {
    media.mediaText = media.mediaText.replace(/\(prefers-color-scheme:\s*(dark|light)\)/g, (_, asked) =>
      asked === scheme ? '(min-width: 0px)' : '(max-width: 0px)',
    );
  }
})();
