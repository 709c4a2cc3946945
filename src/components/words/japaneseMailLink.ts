import type { MailLinkWords } from '../english/mailLinkMessages.js';

/** The texts of e-mail links in Japanese. */
export const japaneseMailLink: MailLinkWords = {
  sentLead: ['', ' のアカウントがある場合は、リンクを送信しました。このブラウザーで開いてください。'],
  pasteQuestion: '別のデバイスで開きましたか？',
  pasteLabel: '別のデバイスに表示されたコード',
  sendAgain: '新しいリンクを送信',
  againReady: '新しいリンクをリクエストできるようになりました。',
  elsewhereTitle: '最初の画面で続けてください',
  elsewhereLead:
    'このリンクは、操作を始めたブラウザーでのみ使えます。このコードをコピーして、そこに貼り付けてください。',
  codeLabel: 'コード',
  copyCode: 'コードをコピー',
  elsewhereNote: '操作を始めた画面にだけ貼り付けてください。ほかの人がこのコードを必要とすることはありません。',
  startOver: '最初からやり直す',
  expiredTitle: 'リンクの期限が切れました',
  usedTitle: '使用済みのリンクです',
  againLead: ['', ' あての新しいリンクをリクエストしてください。'],
  onceLead: 'リンクは一度だけ、短い時間だけ使えます。',
  doneTitle: 'ログインしました',
  doneLead: 'このタブで続けられます。',
  problems: {
    LINK_MALFORMED: 'コードが途中までです。すべてコピーしてください。',
    LINK_FOR_ANOTHER_BROWSER: '別のブラウザー用です。新しいリンクをリクエストしてください。',
    TOO_MANY_CODES: ({ wait }) =>
      `リンクのリクエストが多すぎます。${wait === undefined ? '後で' : `${wait}に`}もう一度お試しください。`,
  },
  login: {
    askLead: 'メールでリンクをお送りします。パスワードは不要です。',
    send: 'リンクをメールで受け取る',
    openedLead: ['', ' に送信したリンクを開きました。'],
    openedByLink: 'ログイン用のリンクを開きました。',
  },
  recovery: {
    title: 'アカウントを復旧',
    askLead: 'ログインできない場合は、メールでリンクをお送りします。',
    send: 'リンクをメールで受け取る',
    openedLead: ['', ' のパスキーを作成してください。次回からはこのパスキーでログインします。'],
    openedByLink: 'パスキーを作成してください。次回からはこのパスキーでログインします。',
    createPasskey: 'パスキーを作成',
    recoveredTitle: 'アカウントを復旧しました',
    recoveredLead: '新しいパスキーでログインしてください。',
  },
};
