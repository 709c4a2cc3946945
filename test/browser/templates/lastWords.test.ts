import { afterEach, expect, test } from 'vitest';
import { fillTemplate } from '../../../src/service/templates/fillTemplate.js';
import { readTemplate } from '../../../src/service/templates/readTemplate.js';

afterEach(() => document.body.replaceChildren());

const lastWords = ['Your Acme login code', "Didn't request this?"];

/** The service's words as a browser shows them. */
async function shownWith(css: string): Promise<{ box: DOMRect; hit: Element | null; last: Element }> {
  const html = `<html><head><style>${css}</style></head><body><p>{{code}}</p></body></html>`;
  const result = readTemplate(
    { subject: 'x', text: '{{code}}', html },
    { kind: 'EMAIL_TEMPLATE_KIND_CODE', variables: [] },
  );
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  const values = { code: '428117' };
  const mail = fillTemplate({ read: result.read, language: 'en', values, variables: {}, lastWords });
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width:600px;height:400px';
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.srcdoc = mail.html;
  document.body.append(frame);
  await loaded;
  const inside = frame.contentDocument;
  const last = inside?.body.lastElementChild;
  if (!inside || !last) throw new Error('The mail is empty.');
  const box = last.getBoundingClientRect();
  const hit = inside.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return { box, hit, last };
}

const plain = await shownWith('').then(({ box: { x, y, width, height } }) => ({ x, y, width, height }));

test.each([
  ...['display:none', 'visibility:hidden', 'opacity:0', 'content-visibility:hidden;contain-intrinsic-size:0'],
  ...['position:absolute;left:-9999px', 'position:fixed;top:-9999px', 'position:relative;left:-9999px', 'float:left'],
  ...['transform:translateX(-9999px)', 'translate:-9999px', 'scale:0', 'rotate:90deg', 'zoom:0.01'],
  ...['width:0;overflow:hidden', 'max-width:0;overflow:hidden', 'height:0;overflow:hidden', 'max-height:0'],
  ...['margin-left:-9999px', 'padding-left:9999px', 'text-indent:-9999px', 'letter-spacing:-99px', 'font-size:0'],
  ...['clip-path:inset(100%)', 'filter:opacity(0)', '-webkit-mask:linear-gradient(transparent,transparent)'],
  ...['color:#fff', '-webkit-text-fill-color:#fff', 'background:#57534e', 'line-height:0'],
])('T-59 a template with the style %s shows the last words where and as they are', async (hiding) => {
  const important = hiding
    .split(';')
    .map((each) => `${each}!important`)
    .join(';');
  const { box, hit, last } = await shownWith(`body>div:last-of-type{${important}}`);
  expect(box).toMatchObject(plain);
  expect(box.height).toBeGreaterThan(40);
  expect(hit).toBe(last);
  const style = getComputedStyle(last);
  expect(style).toMatchObject({
    ...{ display: 'block', visibility: 'visible', opacity: '1', clipPath: 'none', filter: 'none', maskImage: 'none' },
    ...{ color: 'rgb(87, 83, 78)', backgroundColor: 'rgb(255, 255, 255)', fontSize: '14px', textIndent: '0px' },
    ...{ webkitTextFillColor: 'rgb(87, 83, 78)', letterSpacing: 'normal' },
  });
});
