import type { MailLinkWords } from '../mailLinkMessages.js';

/** The texts of e-mail links in Japanese. */
export const japaneseMailLink: MailLinkWords = {
  sentLead: ['', ' にアカウントがあれば、リンクを送信しました。このブラウザーで開いてください。'],
  pasteQuestion: '別の端末で開きましたか？',
  pasteLabel: '別の端末に表示されたコード',
  sendAgain: '新しいリンクを送る',
  againReady: '新しいリンクを送れるようになりました。',
  elsewhereTitle: '始めた画面で続けてください',
  elsewhereLead: 'このリンクは、始めたブラウザーでのみ使えます。コードをコピーし、そこに貼り付けてください。',
  codeLabel: 'コード',
  copyCode: 'コードをコピー',
  elsewhereNote: '始めた画面にだけ貼り付けてください。ほかの人には必要ありません。',
  startOver: '最初からやり直す',
  expiredTitle: 'リンクの期限切れ',
  usedTitle: '使用済みのリンクです',
  againLead: ['新しいリンクを ', ' に送ってください。'],
  onceLead: 'リンクは一度だけ、短い間だけ使えます。',
  doneTitle: 'ログインしました',
  doneLead: 'このタブで続けられます。',
  problems: {
    LINK_MALFORMED: 'コードが途中までです。すべてコピーしてください。',
    LINK_FOR_ANOTHER_BROWSER: '別のブラウザー用です。新しいリンクを送ってください。',
    TOO_MANY_CODES: ({ wait }) =>
      `リンクの送信が多すぎます。${wait === undefined ? '後で' : `${wait}に`}もう一度お試しください。`,
  },
  login: {
    askLead: 'メールでリンクをお送りします。パスワードは不要です。',
    send: 'リンクをメールで受け取る',
    openedLead: ['', ' に送ったリンクを開きました。'],
    openedByLink: 'ログイン用のリンクを開きました。',
  },
  recovery: {
    title: 'アカウントを復旧',
    askLead: 'ログインできませんか？メールでリンクをお送りします。',
    send: 'リンクをメールで受け取る',
    openedLead: ['', ' のパスキーを作成してください。次からはそれでログインします。'],
    openedByLink: 'パスキーを作成してください。次からはそれでログインします。',
    createPasskey: 'パスキーを作成',
    recoveredTitle: 'アカウントが戻りました',
    recoveredLead: '新しいパスキーでログインしてください。',
  },
};
