import type { LoginMessages } from '../loginMessages.js';
import type { ProblemFacts } from '../otpMessages.js';

/** The texts in Japanese. */
export const japanese: LoginMessages = {
  locale: 'ja',
  contactTitle: (app) => (app === undefined ? 'ログイン' : `${app} にログイン`),
  cardLead: '初めての方には、アカウントを作成します。',
  contactLead: (method) => `${method === 'email' ? 'メール' : 'SMS'}でコードを送信します。パスワードは不要です。`,
  emailLabel: 'メールアドレス',
  phoneLabel: '電話番号',
  countryLabel: '国または地域',
  phoneHint: '+81 のように、+ と国番号から入力してください。',
  didYouMean: (address) => `${address} ではありませんか？`,
  continue: '続ける',
  sending: '送信中…',
  reload: '再読み込み',
  use: (method) => (method === 'email' ? 'メールを使う' : '電話番号を使う'),
  codeTitle: (method) => (method === 'email' ? 'メールを確認してください' : 'SMS を確認してください'),
  codeLead: (form, isNew) =>
    isNew ? ['新しいコードを ', ' に送信しました。'] : ['', ` に送信した ${codeOf(form)}を入力してください。`],
  expiredTitle: 'コードの期限が切れました',
  lockedTitle: 'このコードは使えなくなりました',
  expiredLead: ['', ' あての新しいコードをリクエストしてください。'],
  codeLabel: (form) => codeOf(form),
  checking: '確認中…',
  leaving: (app = '') => (app === '' || app.length > 7 ? 'ログイン中…' : `${app} へ移動中…`),
  back: '戻る',
  edit: '変更',
  editName: (method) => (method === 'email' ? 'メールアドレスを変更' : '電話番号を変更'),
  expiresIn: (time) => `残り ${time}`,
  expiresSoon: 'コードはあと 1 分で期限が切れます。',
  openMail: (host) => `${host} を開く`,
  resendQuestion: '届きませんか？',
  resend: '新しいコードを送信',
  resendLater: '再送信',
  resendIn: (time) => `（${time} 後）`,
  resendReady: '新しいコードをリクエストできるようになりました。',
  or: 'または',
  orContinueWith: 'または次の方法で続ける',
  continueWith: (provider) => `${provider} で続ける`,
  continueWithPasskey: 'パスキーで続ける',
  passkey: 'パスキー',
  passkeyLead: '指紋、顔認証、画面ロックを使います。',
  moreWays: 'その他のログイン方法',
  lastUsed: '前回使用',
  continueThere: (provider) => `${provider} のウィンドウで続けてください`,
  windowLead: 'そちらで完了するとログインできます。',
  openAgain: 'もう一度開く',
  anotherWay: '別の方法を使う',
  continueOnDevice: 'お使いのデバイスで続けてください…',
  cancel: 'キャンセル',
  continueInTab: 'このタブで続ける',
  signUpByPasskey: 'パスキーで新規登録',
  createPasskey: 'パスキーを作成',
  passkeyName: 'パスキーの名前',
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
  notDurable: 'このブラウザーにはログイン状態が残りません。このページを閉じるか再読み込みすると、ログアウトされます。',
  problems: {
    CONTACT_INVALID: ({ method }) =>
      method === 'email' ? 'name@example.com の形式で入力してください。' : '電話番号を省略せずに入力してください。',
    CODE_INCOMPLETE: ({ form }) => `${form.length} ${form.alphanumeric ? '文字' : '桁'}すべて入力してください。`,
    OTP_WRONG: 'コードが違います。もう一度入力してください。',
    OTP_EXPIRED: 'コードの期限が切れました。新しいコードをリクエストしてください。',
    OTP_SPENT: 'このコードは使用済みです。新しいコードをリクエストしてください。',
    TOO_MANY_ATTEMPTS: '間違いが多すぎます。新しいコードをリクエストしてください。',
    CONTACT_NOT_SERVED: 'この番号には SMS を送信できません。メールを使ってください。',
    CREDENTIAL_CONFLICT: 'すでに別のアカウントに登録されています。',
    LOGIN_BUSY: (facts) => `ただいま混み合っています。${tryLater(facts)}`,
    TOO_MANY_CODES: (facts) => `コードのリクエストが多すぎます。${tryLater(facts)}`,
    TOO_MUCH_WORK: (facts) => `ただいまサービスが混み合っています。${tryLater(facts)}`,
    TOO_MANY_SIGNUPS: (facts) => `このネットワークからの登録が多すぎます。${tryLater(facts)}`,
    TOO_MANY_REQUESTS: (facts) => `このネットワークからのアクセスが多すぎます。${tryLater(facts)}`,
    TOO_MANY_REFUSALS: (facts) => `このネットワークからのログイン試行が多すぎます。${tryLater(facts)}`,
    METHOD_NOT_ENABLED: ({ method, by }) =>
      `${by ?? (method === 'email' ? 'メール' : 'SMS')}でのログインは利用できません。`,
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
    PART_NOT_FETCHED: (facts) =>
      facts.isOffline ? noAnswer(facts) : '読み込めませんでした。ページを再読み込みしてください。',
    UNAVAILABLE: ourSide(),
    INTERNAL: ourSide(),
    SEALED_UNREADABLE: 'サービス側に問題があり、再試行しても解決しません。サポートにお問い合わせください。',
    DEADLINE: ourSide(),
    TIMESTAMP_NOT_LIVE: 'デバイスの日付または時刻が正しくありません。修正してから、もう一度お試しください。',
    FRESH_LOGIN_REQUIRED: '続けるにはもう一度ログインしてください。',
    VERIFICATION_TOKEN_EXPIRED: tookTooLong(),
    VERIFICATION_TOKEN_SPENT: tookTooLong(),
    POPUP_BLOCKED: 'ブラウザーがウィンドウをブロックしました。',
    IN_APP_BROWSER: 'ログインするには、このページをブラウザーで開いてください。',
    OAUTH_DENIED: 'ログインが拒否されました。もう一度お試しください。',
    OAUTH_TIMED_OUT: '時間切れです。もう一度お試しください。',
    OAUTH_STATE_MISMATCH: providerFailed,
    OAUTH_NONCE_MISMATCH: providerFailed,
    OAUTH_ISSUER_MISMATCH: providerFailed,
    OAUTH_AUDIENCE_MISMATCH: providerFailed,
    OAUTH_PROVIDER_ERROR: providerFailed,
    OAUTH_PROVIDER_UNREACHABLE: providerFailed,
    OAUTH_CODE_REFUSED: providerFailed,
    OAUTH_NOT_CONFIGURED: ({ by = '' }) => `このサイトでは ${by} でのログインが設定されていません。`,
    PASSKEY_TIMED_OUT: '時間切れです。もう一度お試しください。',
    PASSKEY_NOT_SUPPORTED: 'このブラウザーではパスキーを使えません。',
    PASSKEY_ORIGIN_NOT_ALLOWED: 'このサイトではパスキーが設定されていません。',
    PASSKEY_NOT_FOUND: 'このパスキーは削除されました。別の方法でログインしてください。',
    CREDENTIAL_NOT_FOUND: 'このパスキーは削除されました。別の方法でログインしてください。',
    PASSKEY_FAILED: 'このパスキーは使えませんでした。別の方法をお試しください。',
    PASSKEY_CLONED: 'このパスキーは使えませんでした。別の方法をお試しください。',
    SESSION_STORAGE_BLOCKED: 'ブラウザーがデータの保存をブロックしています。許可してから、もう一度お試しください。',
    OTHER: ({ code }) => `問題が発生しました。もう一度お試しください。参照コード：${code}`,
  },
};

function codeOf({ length, alphanumeric }: { length: number; alphanumeric: boolean }): string {
  return `${length} ${alphanumeric ? '文字' : '桁'}のコード`;
}

function tryLater({ wait }: ProblemFacts): string {
  return `${wait === undefined ? '後で' : `${wait}に`}もう一度お試しください。`;
}

function noAnswer({ isOffline }: ProblemFacts): string {
  return isOffline
    ? 'オフラインです。接続してから、もう一度お試しください。'
    : '接続できません。もう一度お試しください。';
}

function ourSide(): string {
  return 'サービス側で問題が発生しました。しばらくしてからもう一度お試しください。';
}

function tookTooLong(): string {
  return '時間切れです。新しいコードをリクエストしてください。';
}

function providerFailed({ by = '' }: ProblemFacts): string {
  return `${by} でログインできませんでした。もう一度お試しください。`;
}

function captchaFailed(): string {
  return 'セキュリティ確認に失敗しました。もう一度お試しください。';
}

function captchaNotLoaded(): string {
  return 'セキュリティ確認を読み込めませんでした。しばらくしてからもう一度お試しください。';
}
