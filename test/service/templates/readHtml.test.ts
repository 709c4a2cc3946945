import { describe, expect, test } from 'vitest';
import { readTemplate } from '../../../src/service/templates/readTemplate.js';

const frame = { kind: 'EMAIL_TEMPLATE_KIND_CODE', variables: ['team', 'site', 'logo'] } as const;
const shown = '{{code}}';

/** The message about refused HTML. */
function saidOf(html: string): string {
  const read = readTemplate({ subject: 'x', text: shown, html }, frame);
  if ('read' in read) return 'taken';
  expect(read.faults.map(({ part }) => part)).toEqual(['html']);
  return read.faults[0]?.message ?? '';
}

test.each([
  `<p>${shown}</p>`,
  `${shown}<br/><br><hr />`,
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Acme</title></head><body>${shown}</body></html>`,
  `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">\n<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" /><meta name="viewport" content="width=device-width"/><style type="text/css">@media(max-width:600px){.a{color:red}}</style></head><body bgcolor="#fff">${shown}</body></html>`,
  `<!--[if mso]><table><tr><td><![endif]--><div>${shown}</div><!--[if mso]></td></tr></table><![endif]-->`,
  `<!--[if !mso]><!--><div>${shown}</div><!--<![endif]-->`,
  `<a href="https://acme.example/?a=1&amp;b=2">Acme</a><a href='mailto:help@acme.example?subject=Hi'>Help</a>${shown}`,
  `<img src="https://acme.example/logo.png" alt="{{appName}} of {{team}}" width="40" height="40">${shown}`,
  `<img src="{{logo}}" alt=""><a href="{{site}}" title="{{team}}">{{team}}</a><a href="{{link}}">Log in</a>${shown}`,
  `<p style="color:red;background:url('https://acme.example/a.png')">${shown} { } 5 &gt; 3 &amp; so on > it goes</p>`,
  `<p style="font-family:&quot;Acme&quot;,&#39;Sans&#39;;background:url(&quot;https://acme.example/?a&amp;b&quot;)">${shown}</p>`,
  `<TABLE CELLPADDING="0"><TR><TD NOWRAP ALIGN="center">${shown}</TD></TR></TABLE>`,
  `<p>{{ code }}</p>`,
])('what mail programs show is taken: %s', (html) => {
  expect(saidOf(html)).toBe('taken');
});

describe('T-59', () => {
  test.each([
    ...[
      '<script>x</script>',
      '<SCRIPT src="https://x.io/">',
      '<iframe src="https://x.io"></iframe>',
      '<object></object>',
    ],
    ...['<form action="https://x.io"></form>', '<input name="a">', '<button>x</button>', '<base href="https://x.io">'],
    ...[
      '<svg></svg>',
      '<math></math>',
      '<link rel="stylesheet" href="https://x.io">',
      '<embed src="x">',
      '<video></video>',
    ],
    ...[
      '<textarea></textarea>',
      '<noscript></noscript>',
      '<template></template>',
      '<plaintext>',
      '<xmp></xmp>',
      '<select></select>',
    ],
    ...[
      '<meta charset="utf-8">',
      '<title>x</title>',
      '<body></body>',
      '<head></head>',
      '<x-y></x-y>',
      '<applet></applet>',
    ],
    '<html><head><meta http-equiv="refresh" content="0;url=https://x.io"></head><body>{{code}}</body></html>',
    '<html><head><meta charset="utf-7"></head><body>{{code}}</body></html>',
    '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-7"></head><body>{{code}}</body></html>',
    '<html><head><title><b></title></head><body>{{code}}</body></html>',
    ...['<p onclick="x">x</p>', "<p ONMOUSEOVER='x'>x</p>", '<p style>x</p onclick="x">', '<img src="x" onerror="y">'],
    ...[
      '<a href="javascript:alert(1)">x</a>',
      '<a href=" javascript:alert(1)">x</a>',
      '<a href="&#106;avascript:x">x</a>',
    ],
    ...[
      '<a href="http://x.io">x</a>',
      '<a href="//x.io">x</a>',
      '<a href="https://a@x.io">x</a>',
      '<a href="data:text/html,x">x</a>',
    ],
    ...[
      '<a href="mailto:a@b.c&#10;Bcc:x">x</a>',
      '<a href>x</a>',
      '<a href=https://x.io>x</a>',
      '<img srcset="https://x.io">',
    ],
    ...[
      '<img src="http://x.io/a.png">',
      '<img src="mailto:a@b.c">',
      '<img src="{{link}}">',
      '<td background="http://x.io"></td>',
    ],
    ...[
      '<a href="https://x.io/{{team}}">x</a>',
      '<a href="{{site}}{{site}}">x</a>',
      '<a href="{{code}}">x</a>',
      '<a href="{{appName}}">x</a>',
    ],
    ...[
      '<p style="color:{{team}}">x</p>',
      '<p class="{{team}}">x</p>',
      '<p {{team}}>x</p>',
      '<{{team}}>x',
      '<p id={{team}}>x</p>',
    ],
    ...[
      '<p title={{team}}>x</p>',
      '<!-- {{team}} -->',
      '<style>{{team}}</style>',
      '<style>a{b:{{team}}}</style>',
      '<p title="{{team">x</p>',
    ],
    ...[
      '<p style="background:url(http://x.io)">x</p>',
      '<p style="background:url(//x.io)">x</p>',
      '<style>@import "https://x.io";</style>',
    ],
    ...[
      '<p style="background:&#117;rl(http://x.io/a.png)">x</p>',
      '<p style="background:u&#114;l(//x.io/a.png)">x</p>',
      '<p style="background:u&#x72;l(//x.io/a.png)">x</p>',
      '<p style="background:url&lpar;//x.io/a.png)">x</p>',
      '<p style="background:url(&quot;http://x.io/a.png&quot;)">x</p>',
      '<p style="behavio&#114:x">x</p>',
      '<a href="https://bank.example&#64;x.io/">x</a>',
      '<a href="https://bank.example&commat;x.io/">x</a>',
      '<a href="https://bank.example/?a=1&b=2">x</a>',
      '<img src="https:&#47;&#47;x.io/a.png">',
      '<td background="https://x.io/&quot;a.png"></td>',
    ],
    ...[
      '<style>@font-face{font-family:a;src:url(https://x.io/a.woff2)}</style>',
      '<style>@FONT/**/-FACE{src:url(https://x.io/a.woff2)}</style>',
      '<p style="background:-webkit-cross-fade(url(https://x.io/a),url(https://x.io/b),50%)">x</p>',
      '<style>p{background:cross-fade("http://x.io/a",red)}</style>',
    ],
    ...[
      '<p style="width:expression(x)">x</p>',
      '<p style="width:exp/**/ression(x)">x</p>',
      '<p style="a:\\65 xpression(x)">x</p>',
    ],
    ...[
      '<p style="behavior:url(https://x.io)">x</p>',
      '<style><p></style>',
      '<style></p></style>',
      '<style>/*</style>',
      '<style><!-- --></style>',
    ],
    ...[
      '<p>',
      '</p>',
      '<p></div>',
      '<b><p></b></p>',
      '<div/>',
      '<p',
      '<p title="x>',
      '<',
      '< p>',
      '<1>',
      '</ p>',
      '</p',
      '<p></p x>',
    ],
    ...[
      '<!--',
      '<!-- -- -->',
      '<!--> x -->',
      '<!---> -->',
      '<!x>',
      '<?xml version="1.0"?>',
      '<![CDATA[x]]>',
      '<!doctype html>',
    ],
    ...[
      '<p title="a" TITLE="b">x</p>',
      '<p title="<">x</p>',
      '\u0000',
      '\u0008',
      '\u007f',
      '\u0085',
      '<p\u000conclick="x">x</p>',
    ],
    ...[
      '<html></html>',
      '<html><body></body></html>x',
      '<html>x<body></body></html>',
      '<p></p><html><body></body></html>',
    ],
    ...[
      '<html><body></body><body></body></html>',
      '<html><body></body><head></head></html>',
      '<html><head>x</head><body></body></html>',
    ],
    ...[
      '{{code',
      '}}',
      '{{}}',
      '{{code}',
      '{{{code}}}',
      '{{co de}}',
      '{{.OtpCode}}',
      '{{#if code}}',
      '{{code|safe}}',
      '{{code.length}}',
    ],
    ...['{{unknown}}', '{{bundle}}', '{{__proto__}}', '{{constructor}}', '{{toString}}'],
  ])('%j runs, leads elsewhere, or is read differently by different programs: it is refused by its place', (html) => {
    const said = saidOf(html.includes(shown) ? html : `${shown}${html}`);
    expect(said).toMatch(/^line 1, column \d+: /);
  });
});

test('a fault is named by its line and column, in characters', () => {
  expect(saidOf(`<p>\n  {{code}}\n  <b>é{{nmae}}</b>\n</p>`)).toBe(
    'line 3, column 7: {{nmae}} is neither one of code, link, appName, contact, expiresInMinutes, requestedAt nor of the variables',
  );
  expect(saidOf('<div>\n<p>{{code}}</p>')).toBe('line 1, column 1: <div> is not closed');
});

test('every part with a fault is named', () => {
  const read = readTemplate({ subject: 'a\nb', text: 'x', html: '<i>' }, frame);
  expect('faults' in read && read.faults).toMatchObject([
    { part: 'subject', message: 'line 1, column 2: a subject is one line without control characters' },
    { part: 'text', message: 'line 1, column 2: {{code}} must stand in it' },
    { part: 'html', message: 'line 1, column 1: <i> is not closed' },
  ]);
});

test('T-58 a subject is one line, shows no link, and is no encoded word', () => {
  const ofLinks = { kind: 'EMAIL_TEMPLATE_KIND_LOGIN_LINK', variables: [] } as const;
  for (const subject of ['a\r\nBcc: x', 'a\u2028b', 'a\u202eb', 'a\u0000', '=?utf-8?q?x?=', '{{link}}', '{{bundle}}']) {
    const read = readTemplate({ subject, text: '{{link}}', html: '{{link}}' }, ofLinks);
    expect('faults' in read && read.faults.map(({ part }) => part), subject).toEqual(['subject']);
  }
});

test('a code is shown, not hidden in an attribute, and a link may be an address', () => {
  expect(saidOf('<img src="https://acme.example/a.png" alt="{{code}}">')).toContain('{{code}} must stand in it');
  const ofLinks = { kind: 'EMAIL_TEMPLATE_KIND_RECOVERY_LINK', variables: [] } as const;
  expect('read' in readTemplate({ subject: 'x', text: '{{link}}', html: '<a href="{{link}}">x</a>' }, ofLinks)).toBe(
    true,
  );
  expect('read' in readTemplate({ subject: 'x', text: '{{bundle}}', html: '{{bundle}}' }, ofLinks)).toBe(false);
});
