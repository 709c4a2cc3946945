import type { MailLinkWords } from '../english/mailLinkMessages.js';

/** The texts of e-mail links in Chinese, in simplified characters. */
export const chineseMailLink: MailLinkWords = {
  sentLead: ['如果 ', ' 已有账户，链接正在发送途中。请在此浏览器中打开。'],
  pasteQuestion: '在其他设备上打开了？',
  pasteLabel: '其他设备上显示的代码',
  sendAgain: '发送新链接',
  againReady: '现在可以获取新链接。',
  elsewhereTitle: '请回到开始时的浏览器',
  elsewhereLead: '此链接只能在你开始时的浏览器中使用。请复制此代码，粘贴到那里。',
  codeLabel: '代码',
  copyCode: '复制代码',
  elsewhereNote: '请只粘贴到你开始时的页面，其他人都不需要它。',
  startOver: '重新开始',
  expiredTitle: '此链接已过期',
  usedTitle: '此链接已使用',
  againLead: ['可以将新链接发送至 ', '。'],
  onceLead: '每个链接只能使用一次，且有效时间很短。',
  doneTitle: '你已登录',
  doneLead: '你可以在此标签页继续。',
  problems: {
    LINK_MALFORMED: '代码不完整，请全部复制。',
    LINK_FOR_ANOTHER_BROWSER: '此代码属于其他浏览器，请获取新链接。',
    TOO_MANY_CODES: ({ wait }) => `请求的链接过多，请${wait === undefined ? '稍后' : `在${wait}`}重试。`,
  },
  login: {
    askLead: '我们会通过邮件发送链接，无需密码。',
    send: '用邮件发送链接',
    openedLead: ['你打开了发送至 ', ' 的链接。'],
    openedByLink: '你打开了登录链接。',
  },
  recovery: {
    title: '恢复你的账户',
    askLead: '无法登录？我们会通过邮件发送链接。',
    send: '用邮件发送链接',
    openedLead: ['为 ', ' 创建通行密钥，今后用它登录。'],
    openedByLink: '创建通行密钥，今后用它登录。',
    createPasskey: '创建通行密钥',
    recoveredTitle: '你的账户已恢复',
    recoveredLead: '请用新的通行密钥登录。',
  },
};
