import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor, within } from 'storybook/test';
import { ActivitySentence } from '../src/components/approvals/ActivitySentence.js';
import { ApprovalsInbox } from '../src/components/approvals/ApprovalsInbox.js';
import { useListActivities } from '../src/hooks/activities.js';
import { callData, ethereumTransaction } from '../test/support/ethereumTransactions.js';
import { inApp, type PageParameters } from './serviceInPage.js';
import { startWaiting, type Waiting, type WaitingParameters } from './waitingApprovals.js';

/** The app's code, the same in every story. */
const appCode = [
  "import { ApprovalsInbox } from 'latchkey';",
  "import 'latchkey/styles.css';",
  "import 'latchkey/approvals.css';",
  '',
  '<ApprovalsInbox />',
].join('\n');

const sentenceCode = [
  "import { ActivitySentence, useListActivities } from 'latchkey';",
  '',
  "const { data } = useListActivities({ filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'] });",
  '<ul>{data?.activities.map((each) => <li key={each.id}><ActivitySentence activity={each} /></li>)}</ul>',
].join('\n');

/** In each story Ada uses the real service in this page. She and Bob must agree; nothing is mocked. */
const meta = {
  title: 'Screens/ApprovalsInbox',
  component: ApprovalsInbox,
  args: { onDecided: fn() },
  loaders: [startWaiting],
  decorators: [inApp],
  parameters: {
    layout: 'centered',
    docs: { story: { inline: false, height: '540px' }, source: { transform: () => appCode } },
  },
} satisfies Meta<typeof ApprovalsInbox>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & {
  parameters?: PageParameters & WaitingParameters & { docs?: object };
};
type Play = Parameters<NonNullable<StoryObj<typeof meta>['play']>>[0];

const waitingOf = ({ loaded }: { loaded: Record<string, unknown> }): Waiting => loaded as Waiting;
const hour = 3_600_000;

/** The frame height of long stories on the docs page. */
const docs = { story: { inline: false, height: '1120px' } };
const longDocs = { story: { inline: false, height: '1680px' } };

/** Nothing waits for a vote. */
export const None: Story = {
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('Nothing is waiting for you.'));
    await expect(canvas.getByRole('region', { name: 'Waiting for you' })).toHaveAttribute('data-state', 'none');
  },
};

/** Opens the card of the first row. */
async function openCard({ canvas, userEvent }: Pick<Play, 'canvas' | 'userEvent'>): Promise<HTMLElement> {
  await canvas.findAllByRole('listitem');
  const [opener] = [...document.querySelectorAll<HTMLElement>('button[aria-haspopup=dialog]')];
  await userEvent.click(opener as HTMLElement);
  return canvas.findByRole('dialog');
}

/** A row says what will happen, then who requested it and how many approve; pressed, it opens. */
export const One: Story = {
  parameters: { asked: ['Savings'], agoMs: 3 * 60_000 },
  async play({ canvas, userEvent, args }: Play) {
    await expect(await canvas.findByRole('heading', { name: 'Create wallet “Savings”' })).toBeVisible();
    await expect(canvas.getByText(/Asked by \u2068Bob\u2069 · 4 minutes ago · expires in 24 hours/)).toBeVisible();
    await expect(await canvas.findByText('1/2')).toBeVisible();
    await openCard({ canvas, userEvent });
    await userEvent.click(canvas.getByText('Details'));
    await expect(canvas.getByText(/"walletName": "Savings"/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Approve: Create wallet “Savings”' }));
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('Approved.'));
    await waitFor(() => expect(canvas.queryByRole('button', { name: /^Approve/ })).toBeNull());
    await expect(args.onDecided).toHaveBeenCalledWith(expect.anything(), 'approved');
  },
};

/** The details of the card are open: the exact parameters. */
export const Details: Story = {
  parameters: { asked: ['Savings'], docs },
  async play({ canvas, userEvent }) {
    await openCard({ canvas, userEvent });
    await userEvent.click(canvas.getByText('Details'));
    await expect(canvas.getByText(/^sha256:/)).toBeVisible();
  },
};

const ada = '0x995594d8dc7ae8a0f9f1ab8f5d9ed0e8b5da40b2';
const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const payment = (nonce: bigint) => ethereumTransaction({ to: ada, value: 1_500_000_000_000_000_000n, nonce });
const tokenCall = (...call: Parameters<typeof callData>) => ethereumTransaction({ to: token, data: callData(...call) });

/** A payment is read from the transaction's bytes; who receives it stands in full on the card. */
export const Payment: Story = {
  parameters: { transactions: [payment(0n)], docs },
  async play({ canvas, userEvent }) {
    await expect(await canvas.findByRole('heading', { name: 'Send 1.5 ETH to 0x9955…40b2' })).toBeVisible();
    await expect(await canvas.findByText('First time to this address')).toBeVisible();
    const card = await openCard({ canvas, userEvent });
    await expect(within(card).getByText('at most 0.00021 ETH')).toBeVisible();
    await expect(within(card).getByText('first time')).toBeVisible();
    await expect(within(card).queryByRole('checkbox')).toBeNull();
  },
};

/** An app’s own list tells each activity in the inbox’s words. */
export const SentencesInAList: Story = {
  parameters: {
    asked: ['Savings'],
    transactions: [payment(0n)],
    docs: { source: { transform: () => sentenceCode } },
  },
  render: () => <ListOfSentences />,
  async play({ canvas }) {
    await expect(await canvas.findByText('Create wallet “Savings”')).toBeVisible();
    await expect(await canvas.findByText('Send 1.5 ETH to 0x9955…40b2')).toBeVisible();
  },
};

function ListOfSentences() {
  const { data } = useListActivities({ filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'] });
  return (
    <ul>
      {data?.activities.map((each) => (
        <li key={each.id}>
          <ActivitySentence activity={each} />
        </li>
      ))}
    </ul>
  );
}

/** On a rollup what the bytes cost comes on top of what is told. */
export const PaymentOnRollup: Story = {
  parameters: { transactions: [ethereumTransaction({ to: ada, value: 10n ** 18n, chainId: 8453n })], docs },
  async play({ canvas, userEvent }) {
    const card = await openCard({ canvas, userEvent });
    await expect(within(card).getByText('at most 0.00021 ETH, plus a data fee')).toBeVisible();
  },
};

/** What lets somebody take everything bears the shield and the word, in its row and on its card; Reject is the first button. */
export const Danger: Story = {
  parameters: {
    transactions: [payment(0n), tokenCall('setApprovalForAll(address,bool)', ada, 1n)],
    docs,
  },
  async play({ canvas, userEvent }: Play) {
    await expect(await canvas.findByText('Danger')).toBeVisible();
    const card = await openCard({ canvas, userEvent });
    await expect(within(card).getByText('They could take all tokens of this contract, now and later.')).toBeVisible();
    await expect(within(card).getByRole('checkbox', { name: 'I understand' })).not.toBeChecked();
    await expect(within(card).getByRole('button', { name: /^Approve: / })).toHaveAttribute('aria-disabled', 'true');
  },
};

/** A transaction that nobody can read. */
export const Unreadable: Story = {
  parameters: { transactions: [ethereumTransaction({ to: token, data: '12345678' })], docs },
  async play({ canvas, userEvent }: Play) {
    const card = await openCard({ canvas, userEvent });
    await expect(within(card).getByRole('heading', { name: 'Sign something we can’t read' })).toBeVisible();
  },
};

/** The address was paid before: nothing is said about it. */
export const PaymentAgain: Story = {
  parameters: { signed: [payment(0n)], transactions: [payment(1n)] },
  async play({ canvas }) {
    await expect(await canvas.findByRole('heading', { name: 'Send 1.5 ETH to 0x9955…40b2' })).toBeVisible();
    await expect(canvas.queryByText('First time to this address')).toBeNull();
  },
};

/** Transfers and approvals of tokens: a transaction does not say how many decimals the token has. */
export const Tokens: Story = {
  parameters: {
    transactions: [
      tokenCall('transfer(address,uint256)', ada, 1_500_000n),
      tokenCall('transferFrom(address,address,uint256)', '0x1111111111111111111111111111111111111111', ada, 12n),
      tokenCall('approve(address,uint256)', ada, 2n ** 256n - 1n),
      tokenCall('setApprovalForAll(address,bool)', ada, 1n),
    ],
    docs: longDocs,
  },
  async play({ canvas }) {
    await expect(await canvas.findByRole('heading', { name: 'Send 1.5 USDC to 0x9955…40b2' })).toBeVisible();
    await expect(
      canvas.getByRole('heading', {
        name: 'Move 0.000012 USDC from 0x1111…1111 to 0x9955…40b2',
      }),
    ).toBeVisible();
    await expect(
      canvas.getByRole('heading', { name: 'Let 0x9955…40b2 spend an unlimited amount of USDC' }),
    ).toBeVisible();
    await expect(canvas.getByRole('heading', { name: 'Let 0x9955…40b2 move all tokens of 0xa0b8…eb48' })).toBeVisible();
    await waitFor(() => expect(canvas.getAllByText('First time to this address')).toHaveLength(4));
  },
};

/** Everything that was requested lately, decided or not, behind a link, and back. */
export const AllActivity: Story = {
  parameters: { signed: [payment(0n)], asked: ['Savings'], docs },
  async play({ canvas, userEvent }: Play) {
    await userEvent.click(await canvas.findByRole('button', { name: 'All activity' }));
    await expect(canvas.getByRole('region', { name: 'All activity' })).toBeVisible();
    const paid = await canvas.findByRole('heading', { name: 'Send 1.5 ETH to 0x9955…40b2' });
    await expect(paid.closest('li')).toHaveTextContent(/Asked by \u2068Bob\u2069 · .* · done$/);
    const waiting = canvas.getByRole('heading', { name: 'Create wallet “Savings”' });
    await expect(waiting.closest('li')).toHaveTextContent(/ · waiting$/);
    await expect(canvas.queryByRole('button', { name: /^Approve/ })).toBeNull();
  },
};

/** Several, the newest first. */
export const Many: Story = {
  parameters: {
    asked: ['Savings', 'Payroll', 'A wallet with a name that is longer than a line of the card has room for'],
    docs,
  },
  async play({ canvas }) {
    await expect(await canvas.findByRole('heading', { name: 'Waiting for you 3' })).toBeVisible();
    await expect(canvas.getAllByRole('listitem')).toHaveLength(3);
  },
};

/** Several of several kinds, chosen by chips, and the first one open. */
export const Kinds: Story = {
  parameters: { asked: ['Savings', 'Payroll'], transactions: [payment(0n), payment(1n)], docs },
  async play({ canvas, userEvent }: Play) {
    const chips = await canvas.findByRole('group', { name: 'Show only' });
    await userEvent.click(within(chips).getByRole('button', { name: 'Create wallet 2' }));
    await expect(canvas.getAllByRole('listitem')).toHaveLength(2);
    await userEvent.click(within(chips).getByRole('button', { name: 'All' }));
    await expect(canvas.getAllByRole('listitem')).toHaveLength(4);
    await openCard({ canvas, userEvent });
    await expect(canvas.getByRole('button', { name: /^Approve all 2: Send 1.5 ETH/ })).toBeVisible();
  },
};

/** Three would do the same: one press approves them all, each by a vote of its own. */
export const Equal: Story = {
  parameters: { asked: ['Payroll', 'Payroll', 'Savings', 'Payroll'] },
  async play({ canvas, userEvent }: Play) {
    const [first] = await canvas.findAllByRole('button', { name: 'Create wallet “Payroll”' });
    await userEvent.click(first as HTMLElement);
    await userEvent.click(canvas.getByRole('button', { name: 'Approve all 3: Create wallet “Payroll”' }));
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('Approved 3 of 3.'));
    await waitFor(() => expect(canvas.getAllByRole('listitem')).toHaveLength(1));
  },
};

/** One vote of several is refused: its row says so, closed as it is. */
export const EqualRefused: Story = {
  parameters: { asked: ['Payroll', 'Savings', 'Payroll'] },
  async play(context) {
    const { canvas, userEvent } = context;
    const [first] = await canvas.findAllByRole('button', { name: 'Create wallet “Payroll”' });
    await userEvent.click(first as HTMLElement);
    const { failures } = waitingOf(context).service;
    failures.next('approve_activity', { until: Promise.resolve() });
    failures.next('approve_activity', { refuse: 'NOT_AUTHORIZED' });
    await userEvent.click(canvas.getByRole('button', { name: /^Approve all 2: / }));
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('Approved 1 of 2.'));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('You can’t decide this request.');
  },
};

/** More than the hundred that are read at once, in a page that scrolls. */
export const Hundreds: Story = {
  decorators: (Inbox) => (
    <div style={{ maxBlockSize: '30rem', overflow: 'auto' }}>
      <Inbox />
    </div>
  ),
  parameters: { asked: Array.from({ length: 102 }, (_, at) => `Wallet ${at + 1}`), agoMs: 1, docs: longDocs },
  async play({ canvas, userEvent }: Play) {
    await expect(await canvas.findByRole('heading', { name: 'Waiting for you 100+' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Show more' }));
    await expect(await canvas.findByRole('heading', { name: 'Waiting for you 102' })).toBeVisible();
  },
};

/** Ada's own request waits for Bob: she can only withdraw it. */
export const Mine: Story = {
  parameters: { mine: ['Travel'] },
  async play({ canvas, userEvent }: Play) {
    await expect(await canvas.findByRole('heading', { name: 'Waiting for others' })).toBeVisible();
    await expect(canvas.getByText(/^You asked/)).toBeVisible();
    await openCard({ canvas, userEvent });
    await expect(canvas.queryByRole('button', { name: /^Approve/ })).toBeNull();
    await expect(canvas.getByRole('button', { name: 'Reject: Create wallet “Travel”' })).toBeVisible();
  },
};

/** Nobody decided for a day: earlier approvals no longer count. */
export const Lapsed: Story = {
  parameters: { asked: ['Savings'], agoMs: 25 * hour },
  async play({ canvas }) {
    await expect(await canvas.findByText(/yesterday|1 day ago/)).toHaveTextContent(/Earlier approvals expired/);
    await expect(await canvas.findByText('0/2')).toBeVisible();
  },
};

/** Bob withdraws it while Ada looks at it. */
export const Raced: Story = {
  parameters: { asked: ['Savings', 'Payroll'] },
  async play(context) {
    const { canvas, userEvent } = context;
    await openCard(context);
    const { bob, fingerprints } = waitingOf(context);
    await bob.reject(fingerprints[1] ?? '');
    await userEvent.click(canvas.getByRole('button', { name: 'Approve: Create wallet “Payroll”' }));
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('Someone else already decided this.'));
    await waitFor(() => expect(canvas.getAllByRole('listitem')).toHaveLength(1));
  },
};

/** The service refuses the vote; the card stays, and shows the reason. */
export const Refused: Story = {
  parameters: { asked: ['Savings'] },
  async play(context) {
    const { canvas, userEvent } = context;
    await openCard(context);
    const approve = canvas.getByRole('button', { name: /^Approve: / });
    waitingOf(context).service.failures.next('approve_activity', { refuse: 'NOT_AUTHORIZED' });
    await userEvent.click(approve);
    const card = canvas.getByRole('dialog');
    await expect(await within(card).findByRole('alert')).toHaveTextContent('You can’t decide this request.');
    await expect(canvas.getByRole('button', { name: /^Approve: / })).toBeVisible();
  },
};

/** The vote is being sent: both buttons keep their places and do nothing. */
export const Busy: Story = {
  parameters: { asked: ['Savings'] },
  async play(context) {
    const { canvas, userEvent } = context;
    await openCard(context);
    const approve = canvas.getByRole('button', { name: /^Approve: / });
    waitingOf(context).service.failures.next('approve_activity', { until: new Promise(() => {}) });
    await userEvent.click(approve);
    await expect(await canvas.findByRole('button', { name: /^Approving…: / })).toHaveAttribute('aria-disabled', 'true');
    await expect(canvas.getByRole('button', { name: /^Reject: / })).toHaveAttribute('aria-disabled', 'true');
  },
};

export const DangerDark: Story = { ...Danger, parameters: { ...Danger.parameters, theme: 'dark' } };
export const DangerNarrow: Story = { ...Danger, parameters: { ...Danger.parameters, width: 320 } };
export const PaymentDark: Story = { ...Payment, parameters: { ...Payment.parameters, theme: 'dark' } };
export const KindsDark: Story = { ...Kinds, parameters: { ...Kinds.parameters, theme: 'dark' } };
export const KindsNarrow: Story = { ...Kinds, parameters: { ...Kinds.parameters, width: 320 } };
export const TokensDark: Story = { ...Tokens, parameters: { ...Tokens.parameters, theme: 'dark' } };
export const TokensNarrow: Story = { ...Tokens, parameters: { ...Tokens.parameters, width: 320 } };
export const AllActivityNarrow: Story = { ...AllActivity, parameters: { ...AllActivity.parameters, width: 320 } };
export const Dark: Story = { ...Many, parameters: { ...Many.parameters, theme: 'dark' } };
/** In a language that is fetched when it is spoken. */
export const German: Story = {
  parameters: { ...Many.parameters, language: 'de' },
  async play({ canvas, userEvent }: Play) {
    await expect(await canvas.findByRole('heading', { name: 'Wallet anlegen: „Savings“' })).toBeVisible();
    await openCard({ canvas, userEvent });
    await expect(canvas.getByText('Zustimmen')).toBeVisible();
  },
};

/** A language from right to left sets the direction of the inbox. */
export const RightToLeft: Story = {
  parameters: { ...Many.parameters, language: 'ar' },
  async play({ canvas, userEvent }: Play) {
    await expect(await canvas.findByRole('heading', { name: 'إنشاء محفظة: «\u2068Savings\u2069»' })).toBeVisible();
    const card = await openCard({ canvas, userEvent });
    await expect(within(card).getByRole('region')).toHaveAttribute('dir', 'rtl');
  },
};
export const Narrow: Story = { ...Many, parameters: { ...Many.parameters, width: 320 } };

export const GermanNarrow: Story = { ...German, parameters: { ...German.parameters, width: 320 } };
