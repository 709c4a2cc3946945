import { describe, expect, test } from 'vitest';
import { approvalFacts, requested } from '../../../src/components/approvals/approvalFacts.js';
import { approvalsEnglish } from '../../../src/components/approvals/approvalWords.js';
import { approvalActions } from '../../../src/components/english/approvalActions.js';
import type { ApprovalFacts, ApprovalTexts } from '../../../src/components/english/approvalMessages.js';
import type { ReviewMessages } from '../../../src/components/english/reviewMessages.js';
import { textOf } from '../../../src/components/messages.js';
import { arabicApprovals } from '../../../src/components/words/arabicApprovals.js';
import { chineseApprovals } from '../../../src/components/words/chineseApprovals.js';
import { frenchApprovals } from '../../../src/components/words/frenchApprovals.js';
import { germanApprovals } from '../../../src/components/words/germanApprovals.js';
import { japaneseApprovals } from '../../../src/components/words/japaneseApprovals.js';
import { portugueseApprovals } from '../../../src/components/words/portugueseApprovals.js';
import { spanishApprovals } from '../../../src/components/words/spanishApprovals.js';
import type { Activity } from '../../../src/contract/activities.records.js';
import { languages } from '../../../src/contract/language.js';
import { activityRows } from '../../../src/contract/rows.js';
import type { TransactionEffect } from '../../../src/reading/effect.js';
import { escaped, visible } from '../../../src/reading/visible.js';

const catalogues = [
  approvalsEnglish,
  germanApprovals,
  frenchApprovals,
  spanishApprovals,
  portugueseApprovals,
  japaneseApprovals,
  chineseApprovals,
  arabicApprovals,
];

test('there is one catalogue per language, with its own locale', () => {
  expect(catalogues.map(({ locale }) => locale)).toEqual([...languages]);
});

test('every kind of activity has its words, and no other has', () => {
  const kinds = Object.values(activityRows).map(({ activityKind }) => activityKind);
  expect(Object.keys(approvalActions).sort()).toEqual([...new Set(kinds)].sort());
});

describe.each(catalogues)('the words of the inbox in $locale', (words) => {
  /** A language may take 1.4 times the room of English. */
  const room = words === approvalsEnglish ? 1 : 1.4;

  test('have all keys of English, translated', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(approvalsEnglish).sort());
    expect(Object.keys(words.problems).sort()).toEqual(Object.keys(approvalsEnglish.problems).sort());
    expect(Object.keys(words.review).sort()).toEqual(Object.keys(approvalsEnglish.review).sort());
    expect(Object.keys(words.review.failures).sort()).toEqual(Object.keys(approvalsEnglish.review.failures).sort());
    expect(Object.keys(words.review.dangers).sort()).toEqual(Object.keys(approvalsEnglish.review.dangers).sort());
    const texts = everyText(words);
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    if (words === approvalsEnglish) return;
    const english = everyText(approvalsEnglish);
    expect(texts.filter((text) => english.includes(text) && !areTheSame.has(text))).toEqual([]);
  });

  test('tell each action in words of its own', () => {
    const actions = everyAction(words);
    expect(new Set(actions).size).toBe(actions.length);
    expect(actions.filter((text) => text.includes('_') || /\.$/.test(text))).toEqual([]);
  });

  test('fit: titles and buttons', () => {
    const buttons = [
      words.approve,
      words.approving,
      words.reject,
      words.rejecting,
      words.tryAgain,
      words.showMore,
      words.approveAll(100),
      words.all,
      words.review.confirm,
      words.review.sign,
      words.review.understand,
    ];
    expect(
      [words.title, words.othersTitle, words.allActivity, words.onlyWaiting].filter((text) => text.length > 24 * room),
    ).toEqual([]);
    expect(buttons.filter((text) => text.length > 22 * room)).toEqual([]);
    expect(everyAction(words).filter((text) => text.length > 50)).toEqual([]);
  });

  test('tell a name that something gets from the name that it has, and end no name before its end', () => {
    const made = words.what(factsOf('CREATE_POLICY', { name: 'Weekly budget' }));
    const updated = words.what(factsOf('UPDATE_POLICY', { name: 'Weekly budget' }));
    expect(updated).toContain('Weekly budget');
    expect(updated.replace('Weekly budget', '').length).toBeGreaterThan(made.replace('Weekly budget', '').length + 3);
    const marks = /[“”„«»「」]/g;
    const { length } = words.what(factsOf('CREATE_WALLET', { name: 'x' })).match(marks) ?? [];
    for (const name of ['x” · approved by “Ada', 'x“ · „Ada', '» x «', '「x」'])
      expect(words.what(factsOf('CREATE_WALLET', { name })).match(marks)).toHaveLength(length ?? 0);
  });

  test('tell signatures over texts from those over what nobody can read', () => {
    const signWith = '0x99555e5a5f7d1b0a1d9d5b0fcb4c7d8f0f4d40b2';
    const titles = (['message', 'typed data', 'authorization', 'data'] as const).map((is) =>
      words.what(factsOf('SIGN_RAW_PAYLOAD', { signWith, signed: { is, messages: [] } })),
    );
    expect(new Set(titles).size).toBe(4);
    for (const title of titles) expect(title).toContain('0x9955…40b2');
  });

  test('name what is made, and the key that signs, shortened', () => {
    expect(words.what(factsOf('CREATE_WALLET', { name: 'Savings' }))).toContain('Savings');
    const signWith = '0x99555e5a5f7d1b0a1d9d5b0fcb4c7d8f0f4d40b2';
    expect(words.what(factsOf('SIGN_TRANSACTION', { signWith }))).toContain('0x9955…40b2');
    expect(words.what(factsOf('A_LATER_KIND'))).toBe('A later kind');
  });

  const effect: TransactionEffect = {
    ...{ does: 'send', amount: '1.5', unit: 'coin', symbol: 'ETH', token: undefined, from: undefined },
    ...{ to: '0x1234aa5a5f7d1b0a1d9d5b0fcb4c7d8f0f4d9876', feeLimit: '0.0004', chain: undefined },
  };
  const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
  const from = '0x11115a5f7d1b0a1d9d5b0fcb4c7d8f0f4d992222';
  const told = (change: Partial<TransactionEffect> = {}) =>
    words.what(factsOf('SIGN_TRANSACTION', { signWith: '0x99', effect: { ...effect, ...change } }));

  test('say what is paid to whom, and on which chain', () => {
    expect(told()).toMatch(/1[.,]5 ETH/);
    expect(told()).toContain('0x1234…9876');
    expect(told({ chain: 'Base' })).toMatch(/1[.,]5 ETH \(Base\)/);
    for (const fee of [words.review.atMost, words.review.plusData]) expect(fee('0.0004 ETH')).toContain('0.0004 ETH');
    expect(words.firstTime.length).toBeLessThanOrEqual(46 * room);
  });

  test('say what is done with a token, each in a sentence of its own, with all addresses', () => {
    const calls: Partial<TransactionEffect>[] = [
      { unit: 'token', amount: '1.5' },
      { unit: 'smallest', amount: '1500000' },
      { unit: 'NFT', amount: '1500000' },
      { unit: 'smallest or NFT', amount: '1500000', from },
      { does: 'allow', unit: 'smallest or NFT', amount: '1500000' },
      { does: 'allow', unit: 'smallest', amount: undefined },
      { does: 'allow', unit: 'unlimited or NFT', amount: '57896044618658097711785492504343953926' },
      { does: 'allowAll', unit: 'NFT', amount: undefined },
      { does: 'forbidAll', unit: 'NFT', amount: undefined },
    ];
    const sentences = calls.map((call) => told({ ...call, token, chain: 'Base' }));
    expect(new Set(sentences).size).toBe(calls.length);
    for (const [at, sentence] of sentences.entries()) {
      expect(sentence).toContain('0x1234…9876');
      expect(sentence).toContain('0xa0b8…eb48 (Base)');
      expect(sentence.includes('0x1111…2222'), sentence).toBe(calls[at]?.from !== undefined);
      expect(/1[\s.,]?500[\s.,]?000/.test(sentence), sentence).toBe(calls[at]?.amount === '1500000');
      expect(sentence).not.toMatch(/undefined|ETH| {2}/);
    }
  });

  test('say that an allowance which no balance reaches has no limit, and shorten an NFT’s id', () => {
    const amount = (2n ** 255n).toString();
    const allow = (unit: TransactionEffect['unit'], id?: string) => told({ does: 'allow', unit, token, amount: id });
    const both = allow('unlimited or NFT', amount);
    expect(both).toContain('578960…9968');
    expect(both.replace(/ ?[（(][^)）]*[)）]/, '')).toBe(allow('smallest'));
    expect(allow('NFT', amount)).toContain('578960…9968');
  });

  test('keep every digit of an amount, and set them apart as the language does', () => {
    const amount = '123456789012345678901234.000000000000000001';
    const digits = told({ amount }).replaceAll(/\D/g, '');
    expect(digits).toContain(amount.replace('.', ''));
    expect(told({ amount })).not.toContain(amount);
  });

  test('count approvals, and the needed ones where that is known', () => {
    for (const [count, needed] of [
      [1, 1],
      [1, 2],
      [3, 11],
    ] as const) {
      expect(words.approvals(count, needed)).toMatch(new RegExp(`${count}.*${needed}|${needed}.*${count}`));
      expect(words.approvals(count, undefined)).toContain(String(count));
    }
  });

  test('have the style of all texts: no apology, no exclamation, no full stop on a button', () => {
    expect(Object.keys(words.review).sort()).toEqual(Object.keys(approvalsEnglish.review).sort());
    expect(Object.keys(words.review.failures).sort()).toEqual(Object.keys(approvalsEnglish.review.failures).sort());
    expect(Object.keys(words.review.dangers).sort()).toEqual(Object.keys(approvalsEnglish.review.dangers).sort());
    const texts = everyText(words);
    expect(texts.filter((text) => /[!！]|sorry|please|entschuldig|désolé|desculp/i.test(text))).toEqual([]);
    expect([words.approve, words.reject, words.tryAgain].filter((text) => /[.。]$/.test(text))).toEqual([]);
  });
});

test('French keeps the marks that stand apart from their word on its line', () => {
  const texts = [...everyText(frenchApprovals), frenchApprovals.what(factsOf('CREATE_WALLET', { name: 'A' }))];
  expect(texts.filter((text) => /[\u00a0\u202f][?:;!»]/.test(text))).not.toEqual([]);
  expect(texts.filter((text) => / [?:;!»]/.test(text))).toEqual([]);
});

test('French says vous, as on every other screen', () => {
  expect(everyText(frenchApprovals).filter((text) => /(?<!\p{L})(?:tu|toi|ton|ta|tes)(?!\p{L})/iu.test(text))).toEqual(
    [],
  );
});

test('what the requester calls a key, an app or a feature is not quoted as the name of whom it is about', () => {
  const nameIn = (type: string, parameters: object) =>
    approvalFacts({ type: `ACTIVITY_TYPE_${type}`, intent: { intent: parameters } } as unknown as Activity).name;
  expect(nameIn('CREATE_READ_WRITE_SESSION_V2', { userId: 'ada', apiKeyName: 'Bob' })).toBeUndefined();
  expect(nameIn('INIT_OTP_V3', { appName: 'Acme' })).toBeUndefined();
  expect(nameIn('SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_AUTH_PROXY' })).toBeUndefined();
  expect(nameIn('CREATE_WALLET', { walletName: 'Savings' })).toBe('Savings');
});

test('T-62 characters that nobody sees are taken out of names and keys', () => {
  const activity = (intent: object) =>
    ({ type: 'ACTIVITY_TYPE_CREATE_WALLET', intent: { intent } }) as unknown as Activity;
  const hidden = 'Sav\u202eings\u2069\u200b\u061c\ufeff\u3164\u034f';
  expect(approvalFacts(activity({ walletName: hidden })).name).toBe('Savings');
  expect(approvalFacts(activity({ signWith: hidden })).signWith).toBe('Savings');
  expect(escaped(JSON.stringify({ hidden }, null, 2))).toBe(
    '{\n  "hidden": "Sav\\u202eings\\u2069\\u200b\\u061c\\ufeff\\u3164\\u034f"\n}',
  );
  expect(JSON.parse(escaped(JSON.stringify({ hidden, tag: '\u{e0041}' })))).toEqual({ hidden, tag: '\u{e0041}' });
  expect(visible('نام‌خانوادگی 👩‍🚀 ❤\ufe0f')).toBe('نام‌خانوادگی 👩‍🚀 ❤\ufe0f');
});

test('T-62 a requester’s name cannot leave its isolate', () => {
  const createdAt = { seconds: '0', nanos: '0' };
  const vote = { userId: 'bob', selection: 'VOTE_SELECTION_APPROVED', createdAt, user: { userName: 'B\u2069\u202eo' } };
  const seen = { nowMs: 240_000, userId: 'ada' };
  const said = requested({ votes: [vote] } as unknown as Activity, approvalsEnglish, seen);
  expect(said).toEqual(['Asked by \u2068Bo\u2069', '4\u00a0minutes ago']);
});

/** Words that German or French writes as English does. */
const areTheSame = new Set(['Name', 'Danger', 'Condition', 'Consensus']);

function factsOf(kind: string, { name, signed, signWith, effect }: Partial<ApprovalFacts> = {}): ApprovalFacts {
  const action = kind.replaceAll('_', ' ').toLowerCase();
  return { kind, action, name, signed, signWith, effect, activity: {} as Activity };
}

function everyAction(words: ApprovalTexts): string[] {
  return Object.keys(approvalActions).map((kind) => words.what(factsOf(kind)));
}

/** Every text, as it may be said. */
/** What a request to sign says. A badge of the inbox says as much as its own: they may be the same. */
function everyReviewText(review: ReviewMessages): string[] {
  const { count, logIn, several, batch, signSeveral, waitingFor, atMost, plusData, about, ...others } = review;
  const { dangers, failures, refused, labels, ...plain } = others;
  return [
    ...Object.values(plain),
    ...[dangers, failures, refused, labels].flatMap((texts): string[] => Object.values(texts)),
    ...[undefined, 1, 2].map(waitingFor),
    logIn('…'),
    several('…', 2),
    batch(2),
    signSeveral(2),
    atMost('…'),
    plusData('…'),
    about('…'),
    `${count(1, 3)}.`,
  ];
}

function everyText(words: ApprovalTexts): string[] {
  const { problems, locale, what, askedBy, approvals, expires, approveAll, approvedOf, review, ...plain } = words;
  const facts = { code: 'SOME_CODE' };
  return [
    ...Object.values(plain),
    ...[true, false].flatMap((isOffline) =>
      Object.values(problems).map((text) => textOf(text, { ...facts, isOffline })),
    ),
    ...everyAction(words),
    askedBy('Bo'),
    approvals(1, undefined),
    approvals(2, 3),
    expires('…'),
    approveAll(100),
    approvedOf(99, 100),
    ...everyReviewText(review),
  ];
}
