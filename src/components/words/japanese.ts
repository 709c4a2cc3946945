import type { LoginMessages } from '../loginMessages.js';
import type { ProblemFacts } from '../otpMessages.js';

/** The texts in Japanese. */
export const japanese: LoginMessages = {
  locale: 'ja',
  contactTitle: (app) => (app === undefined ? 'ログイン' : `${app} にログイン`),
  cardLead: '初めての方はアカウントを作成します。',
  contactLead: (method) => `${method === 'email' ? 'メール' : 'SMS'}でコードを送ります。パスワードは不要です。`,
  emailLabel: 'メールアドレス',
  phoneLabel: '電話番号',
  countryLabel: '国',
  phoneHint: '+81 のように + と国番号から入力してください。',
  continue: '続ける',
  sending: '送信中…',
  reload: '再読み込み',
  use: (method) => (method === 'email' ? 'メールを使う' : '電話番号を使う'),
  codeTitle: (method) => (method === 'email' ? 'メールを確認してください' : '電話を確認してください'),
  codeLead: (form, isNew) =>
    isNew ? ['新しいコードを ', ' に送りました。'] : ['', ` に送った ${codeOf(form)} を入力してください。`],
  expiredTitle: 'コードの期限が切れました',
  expiredLead: ['新しいコードを ', ' に送ってください。'],
  codeLabel: (form) => codeOf(form),
  checking: '確認中…',
  leaving: (app = '') => (app === '' || app.length > 7 ? 'ログイン中…' : `${app} へ移動中…`),
  back: '戻る',
  edit: '変更',
  editName: (method) => (method === 'email' ? 'メールアドレスを変更' : '電話番号を変更'),
  expiresIn: (time) => `残り ${time}`,
  expiresSoon: 'コードはあと 1 分で期限が切れます。',
  resendQuestion: '届きませんか？',
  resend: '新しいコードを送る',
  resendLater: '再送信',
  resendIn: (time) => `（${time} 後）`,
  resendReady: '新しいコードを送れるようになりました。',
  or: 'または',
  orContinueWith: 'または次で続ける',
  continueWith: (provider) => `${provider} で続ける`,
  continueWithPasskey: 'パスキーで続ける',
  passkey: 'パスキー',
  passkeyLead: '指紋、顔、または画面ロックを使います。',
  moreWays: 'その他のログイン方法',
  lastUsed: '前回使用',
  continueThere: (provider) => `${provider} のウィンドウで続けてください。`,
  continueOnDevice: '端末で続けてください…',
  cancel: 'キャンセル',
  continueInTab: 'このタブで続ける',
  noPasskey: 'パスキーがまだない方',
  createPasskey: '作成する',
  agreeToBoth: ['続けると、', 'と', 'に同意したことになります。'],
  agreeToOne: ['続けると、', 'に同意したことになります。'],
  terms: '利用規約',
  privacy: 'プライバシーポリシー',
  close: '閉じる',
  logIn: 'ログイン',
  logOut: 'ログアウト',
  menuOf: (name) => `アカウント：${name}`,
  copyAddress: 'アドレスをコピー',
  copied: 'コピーしました',
  notDurable: 'このブラウザーは記憶しないため、ページを閉じるか再読み込みするとログアウトします。',
  problems: {
    CONTACT_INVALID: ({ method }) =>
      method === 'email' ? 'name@example.com の形で入力してください。' : '電話番号をすべて入力してください。',
    CODE_INCOMPLETE: ({ form }) => `${form.length} ${form.alphanumeric ? '文字' : '桁'}すべて入力してください。`,
    OTP_WRONG: 'コードが違います。もう一度入力してください。',
    OTP_EXPIRED: 'コードの期限切れです。新しいコードを送ってください。',
    OTP_SPENT: 'このコードは使用済みです。新しいコードを送ってください。',
    TOO_MANY_ATTEMPTS: '間違いが多すぎます。新しいコードを送ってください。',
    CONTACT_NOT_SERVED: 'この番号には送れません。メールを使ってください。',
    CREDENTIAL_CONFLICT: 'すでに別のアカウントに登録されています。',
    LOGIN_BUSY: (facts) => `ただいま混み合っています。${tryLater(facts)}`,
    TOO_MANY_CODES: (facts) => `コードの送信が多すぎます。${tryLater(facts)}`,
    TOO_MANY_SIGNUPS: (facts) => `このネットワークからの登録が多すぎます。${tryLater(facts)}`,
    TOO_MANY_REQUESTS: (facts) => `このネットワークからのアクセスが多すぎます。${tryLater(facts)}`,
    TOO_MANY_REFUSALS: (facts) => `このネットワークからの失敗が多すぎます。${tryLater(facts)}`,
    METHOD_NOT_ENABLED: ({ method, by }) =>
      `${by ?? (method === 'email' ? 'メール' : '電話番号')}でのログインは使えません。`,
    PROXY_NOT_AVAILABLE: 'ただいまログインできません。',
    ORIGIN_NOT_ALLOWED: 'このサイトではログインが設定されていません。',
    CAPTCHA_REQUIRED: 'このサイトではログインが設定されていません。',
    CAPTCHA_REFUSED: captchaFailed(),
    CAPTCHA_SPENT: captchaFailed(),
    CAPTCHA_FAILED: captchaFailed(),
    CAPTCHA_NOT_LOADED: captchaNotLoaded(),
    CAPTCHA_UNAVAILABLE: captchaNotLoaded(),
    NETWORK_FAILED: noAnswer,
    TIMED_OUT: '時間がかかりすぎています。もう一度お試しください。',
    UNREACHABLE_OR_ORIGIN: noAnswer,
    PART_NOT_FETCHED: (facts) => (facts.isOffline ? noAnswer(facts) : '読み込めませんでした。再読み込みしてください。'),
    UNAVAILABLE: ourSide(),
    INTERNAL: ourSide(),
    SEALED_UNREADABLE: 'こちら側の問題で、再試行では直りません。サポートにご連絡ください。',
    DEADLINE: ourSide(),
    TIMESTAMP_NOT_LIVE: '端末の日付か時刻がずれています。直してからもう一度お試しください。',
    FRESH_LOGIN_REQUIRED: '続けるにはもう一度ログインしてください。',
    VERIFICATION_TOKEN_EXPIRED: tookTooLong(),
    VERIFICATION_TOKEN_SPENT: tookTooLong(),
    POPUP_BLOCKED: 'ブラウザーがウィンドウを止めました。',
    IN_APP_BROWSER: 'このページをブラウザーで開いてください。',
    OAUTH_DENIED: 'ログインが拒否されました。もう一度お試しください。',
    OAUTH_TIMED_OUT: '時間切れです。もう一度お試しください。',
    OAUTH_STATE_MISMATCH: providerFailed,
    OAUTH_NONCE_MISMATCH: providerFailed,
    OAUTH_ISSUER_MISMATCH: providerFailed,
    OAUTH_AUDIENCE_MISMATCH: providerFailed,
    OAUTH_PROVIDER_ERROR: providerFailed,
    OAUTH_PROVIDER_UNREACHABLE: providerFailed,
    OAUTH_CODE_REFUSED: providerFailed,
    OAUTH_NOT_CONFIGURED: ({ by = '' }) => `このサイトでは ${by} のログインが設定されていません。`,
    PASSKEY_TIMED_OUT: '時間切れです。もう一度お試しください。',
    PASSKEY_NOT_SUPPORTED: 'このブラウザーではパスキーを使えません。',
    PASSKEY_ORIGIN_NOT_ALLOWED: 'このサイトではパスキーが設定されていません。',
    PASSKEY_NOT_FOUND: 'このパスキーは削除されました。別の方法でログインしてください。',
    PUBLIC_KEY_NOT_FOUND: 'このパスキーは削除されました。別の方法でログインしてください。',
    PASSKEY_FAILED: 'このパスキーは使えませんでした。別の方法をお試しください。',
    PASSKEY_CLONED: 'このパスキーは使えませんでした。別の方法をお試しください。',
    SESSION_STORAGE_BLOCKED: 'ブラウザーが保存を拒否しています。許可してください。',
    OTHER: ({ code }) => `問題が起きました。もう一度お試しください。参照：${code}`,
  },
};

function codeOf({ length, alphanumeric }: { length: number; alphanumeric: boolean }): string {
  return `${length} ${alphanumeric ? '文字' : '桁'}のコード`;
}

function tryLater({ wait = '後で' }: ProblemFacts): string {
  return `${wait}にもう一度お試しください。`.replace('後でに', '後で');
}

function noAnswer({ isOffline }: ProblemFacts): string {
  return isOffline ? 'オフラインです。接続してからお試しください。' : '接続できません。もう一度お試しください。';
}

function ourSide(): string {
  return 'こちら側で問題が起きました。少し待ってお試しください。';
}

function tookTooLong(): string {
  return '時間切れです。新しいコードを送ってください。';
}

function providerFailed({ by = '' }: ProblemFacts): string {
  return `${by} でログインできませんでした。もう一度お試しください。`;
}

function captchaFailed(): string {
  return 'セキュリティ確認に失敗しました。もう一度お試しください。';
}

function captchaNotLoaded(): string {
  return 'セキュリティ確認を読み込めませんでした。後でお試しください。';
}
