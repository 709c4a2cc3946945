import type { ProofMessages } from '../proof/proofMessages.js';

/** The texts of the badge of a proof in simplified Chinese. */
export const chineseProof: ProofMessages = {
  checking: '正在检查…',
  verified: ['已在此设备上检查：此地址在 ', ' 内生成。'],
  unmeasured: '在某个 AWS 安全飞地中签名。未检查是哪一个。',
  software: '由此应用自己的服务器签名。已在此设备上检查。',
  none: '没有证明。',
  failed: '此证明不相符。',
  notChecked: '未能检查。',
  tryAgain: '重试',
  details: '详情',
  address: '地址',
  path: '路径',
  proved: '签名时间',
  attested: '服务器启动',
  enclave: '服务器',
  root: '根证书',
  reference: '参考',
  expected: '预期',
  received: '收到',
  save: '保存报告',
};
