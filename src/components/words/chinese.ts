import type { LoginMessages } from '../loginMessages.js';
import type { ProblemFacts } from '../otpMessages.js';

/** The texts in Chinese, in simplified characters. */
export const chinese: LoginMessages = {
  locale: 'zh-Hans',
  contactTitle: (app) => (app === undefined ? '登录' : `登录 ${app}`),
  cardLead: '新用户？我们会为你创建账户。',
  contactLead: (method) => `我们会通过${method === 'email' ? '邮件' : '短信'}发送验证码，无需密码。`,
  emailLabel: '邮箱地址',
  phoneLabel: '手机号码',
  countryLabel: '国家或地区',
  phoneHint: '请以 + 和国家代码开头，例如 +86。',
  didYouMean: (address) => `你是想输入 ${address} 吗？`,
  continue: '继续',
  sending: '正在发送…',
  reload: '重新加载',
  use: (method) => (method === 'email' ? '使用邮箱' : '使用手机'),
  codeTitle: (method) => (method === 'email' ? '查看你的邮箱' : '查看你的手机'),
  codeLead: (form, isNew) => (isNew ? ['新的验证码已发送至 ', '。'] : ['请输入发送至 ', ` 的 ${codeOf(form)}。`]),
  expiredTitle: '验证码已过期',
  lockedTitle: '此验证码已失效',
  expiredLead: ['可以重新发送至 ', '。'],
  codeLabel: (form) => codeOf(form),
  checking: '正在验证…',
  leaving: (app = '') => (app === '' || app.length > 7 ? '正在登录…' : `正在前往 ${app}…`),
  back: '返回',
  edit: '更改',
  editName: (method) => (method === 'email' ? '更改邮箱地址' : '更改手机号码'),
  expiresIn: (time) => `${time} 后过期`,
  expiresSoon: '验证码将在 1 分钟后过期。',
  openMail: (host) => `打开 ${host}`,
  resendQuestion: '没有收到？',
  resend: '重新获取验证码',
  resendLater: '重新发送',
  resendIn: (time) => `（${time} 后）`,
  resendReady: '现在可以重新获取验证码。',
  or: '或',
  orContinueWith: '或使用以下方式继续',
  continueWith: (provider) => `使用 ${provider} 继续`,
  continueWithPasskey: '使用通行密钥继续',
  passkey: '通行密钥',
  passkeyLead: '使用指纹、面容或屏幕锁定。',
  moreWays: '更多登录方式',
  lastUsed: '上次使用',
  continueThere: (provider) => `请在 ${provider} 窗口中继续`,
  windowLead: '在那里完成后即可登录。',
  openAgain: '重新打开',
  anotherWay: '使用其他方式',
  continueOnDevice: '请在你的设备上继续…',
  cancel: '取消',
  continueInTab: '在此标签页继续',
  signUpByPasskey: '使用通行密钥注册',
  createPasskey: '创建通行密钥',
  passkeyName: '通行密钥的名称',
  agreeToBoth: ['继续即表示你同意', '和', '。'],
  agreeToOne: ['继续即表示你同意', '。'],
  terms: '服务条款',
  privacy: '隐私政策',
  close: '关闭',
  logIn: '登录',
  logOut: '退出登录',
  menuOf: (name) => `你的账户：${name}`,
  copyAddress: '复制地址',
  copied: '已复制',
  notDurable: '此浏览器不会记住你：关闭或刷新此页面后，你将退出登录。',
  problems: {
    CONTACT_INVALID: ({ method }) =>
      method === 'email' ? '请输入类似 name@example.com 的邮箱。' : '请输入完整的手机号码。',
    CODE_INCOMPLETE: ({ form }) => `请输入全部 ${form.length} 位${form.alphanumeric ? '字符' : '数字'}。`,
    OTP_WRONG: '验证码不正确，请重试。',
    OTP_EXPIRED: '验证码已过期，请重新获取。',
    OTP_SPENT: '验证码已被使用，请重新获取。',
    TOO_MANY_ATTEMPTS: '错误次数过多，请重新获取验证码。',
    CONTACT_NOT_SERVED: '无法向此号码发送短信，请使用邮箱。',
    CREDENTIAL_CONFLICT: '此信息已属于其他账户。',
    LOGIN_BUSY: (facts) => `当前登录人数较多，${tryLater(facts)}`,
    TOO_MANY_CODES: (facts) => `获取验证码次数过多，${tryLater(facts)}`,
    TOO_MUCH_WORK: (facts) => `服务当前繁忙，${tryLater(facts)}`,
    TOO_MANY_SIGNUPS: (facts) => `此网络新建账户过多，${tryLater(facts)}`,
    TOO_MANY_REQUESTS: (facts) => `此网络请求过多，${tryLater(facts)}`,
    TOO_MANY_REFUSALS: (facts) => `此网络尝试次数过多，${tryLater(facts)}`,
    METHOD_NOT_ENABLED: ({ method, by }) => `${by ?? (method === 'email' ? '邮箱' : '手机')}登录不可用。`,
    PROXY_NOT_AVAILABLE: '暂时无法登录。',
    ORIGIN_NOT_ALLOWED: '此网站尚未设置登录。',
    CAPTCHA_REQUIRED: '此网站尚未设置登录。',
    CAPTCHA_REFUSED: captchaFailed(),
    CAPTCHA_SPENT: captchaFailed(),
    CAPTCHA_FAILED: captchaFailed(),
    CAPTCHA_NOT_LOADED: captchaNotLoaded(),
    CAPTCHA_UNAVAILABLE: captchaNotLoaded(),
    NETWORK_FAILED: noAnswer,
    TIMED_OUT: '等待时间过长，请重试。',
    UNREACHABLE_OR_ORIGIN: noAnswer,
    PART_NOT_FETCHED: (facts) => (facts.isOffline ? noAnswer(facts) : '此步骤未能加载，请重新加载页面。'),
    UNAVAILABLE: ourSide(),
    INTERNAL: ourSide(),
    SEALED_UNREADABLE: '我们这边出了问题，重试无法解决。请联系客服。',
    DEADLINE: ourSide(),
    TIMESTAMP_NOT_LIVE: '设备的日期或时间不正确，请更正后重试。',
    FRESH_LOGIN_REQUIRED: '请重新登录以继续。',
    VERIFICATION_TOKEN_EXPIRED: tookTooLong(),
    VERIFICATION_TOKEN_SPENT: tookTooLong(),
    POPUP_BLOCKED: '浏览器拦截了窗口。',
    IN_APP_BROWSER: '请在浏览器中打开此页面以登录。',
    OAUTH_DENIED: '登录被拒绝，请重试。',
    OAUTH_TIMED_OUT: '操作超时，请重试。',
    OAUTH_STATE_MISMATCH: providerFailed,
    OAUTH_NONCE_MISMATCH: providerFailed,
    OAUTH_ISSUER_MISMATCH: providerFailed,
    OAUTH_AUDIENCE_MISMATCH: providerFailed,
    OAUTH_PROVIDER_ERROR: providerFailed,
    OAUTH_PROVIDER_UNREACHABLE: providerFailed,
    OAUTH_CODE_REFUSED: providerFailed,
    OAUTH_NOT_CONFIGURED: ({ by = '' }) => `此网站尚未设置 ${by} 登录。`,
    PASSKEY_TIMED_OUT: '操作超时，请重试。',
    PASSKEY_NOT_SUPPORTED: '此浏览器不支持通行密钥。',
    PASSKEY_ORIGIN_NOT_ALLOWED: '此网站尚未设置通行密钥。',
    PASSKEY_NOT_FOUND: '该通行密钥已被移除，请用其他方式登录。',
    CREDENTIAL_NOT_FOUND: '该通行密钥已被移除，请用其他方式登录。',
    PASSKEY_FAILED: '该通行密钥无法使用，请换一种方式。',
    PASSKEY_CLONED: '该通行密钥无法使用，请换一种方式。',
    SESSION_STORAGE_BLOCKED: '浏览器阻止了存储，请允许后重试。',
    OTHER: ({ code }) => `出现问题，请重试。参考代码：${code}`,
  },
};

function codeOf({ length, alphanumeric }: { length: number; alphanumeric: boolean }): string {
  return `${length} 位${alphanumeric ? '字符' : '数字'}验证码`;
}

function tryLater({ wait }: ProblemFacts): string {
  return wait === undefined ? '请稍后重试。' : `请在${wait}重试。`;
}

function noAnswer({ isOffline }: ProblemFacts): string {
  return isOffline ? '你已离线，请连接网络后重试。' : '无法连接，请重试。';
}

function ourSide(): string {
  return '我们这边出了问题，请稍后重试。';
}

function tookTooLong(): string {
  return '操作超时，请重新获取验证码。';
}

function providerFailed({ by = '' }: ProblemFacts): string {
  return `${by} 登录失败，请重试。`;
}

function captchaFailed(): string {
  return '安全验证失败，请重试。';
}

function captchaNotLoaded(): string {
  return '安全验证未能加载，请稍后重试。';
}
