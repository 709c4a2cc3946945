import type { ProofMessages } from '../proof/proofMessages.js';

/** The texts of the badge of a proof in Japanese. */
export const japaneseProof: ProofMessages = {
  checking: '確認中…',
  verified: ['このデバイスで確認済み：このアドレスは', 'の中で作成されました。'],
  unmeasured: 'AWS のいずれかのエンクレーブで署名されました。どれかは確認していません。',
  software: 'このアプリのサーバーが署名しました。このデバイスで確認済みです。',
  none: '証明はありません。',
  failed: 'この証明は一致しません。',
  notChecked: '確認できませんでした。',
  tryAgain: 'もう一度試す',
  details: '詳細',
  address: 'アドレス',
  path: 'パス',
  proved: '署名',
  attested: 'サーバーの起動',
  enclave: 'サーバー',
  root: 'ルート',
  reference: '参照',
  expected: '期待した値',
  received: '受け取った値',
  save: 'レポートを保存',
};
