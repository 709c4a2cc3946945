import type { Decorator, Loader, Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientContext } from '@tanstack/react-query';
import { expect, waitFor } from 'storybook/test';
import { call } from '../src/client/call.js';
import { addressProof } from '../src/client/flows/proofs.js';
import type { AddressProof } from '../src/client/proofs/addressProof.js';
import { ProofBadge } from '../src/components/proof/ProofBadge.js';
import { listWalletAccounts } from '../src/contract/wallets.queries.js';
import { addressProofQueryOptions } from '../src/hooks/proofs.js';
import { logIn } from '../src/testing.js';
import { proofsBeside } from '../test/support/proofs/proofsBeside.js';
import { inApp, type PageParameters, serviceOf, spoken, startService } from './serviceInPage.js';

const appCode = [
  "import { ProofBadge } from 'latchkey';",
  "import 'latchkey/styles.css';",
  "import 'latchkey/account.css';",
  '',
  '<ProofBadge address={account} />',
].join('\n');

/** What the story's proof is like. No enclave of AWS is in this page: what one would have signed is put in the place of the answer. */
type ProofParameters = { proof?: AddressProof['state'] | 'loading' | 'unknown'; name?: string };

/** Ada's first account, and its proof below a root that this page trusts. */
const startProof: Loader = async (context) => {
  const { proof = 'software', name = 'the signer of Acme' }: ProofParameters = context.parameters;
  const loaded = (await startService(context)) ?? {};
  const service = serviceOf({ loaded });
  const says = (claim: { organizationId: string; address: string; path: string | null }) =>
    proof === 'none' ? undefined : proof === 'failed' ? { ...claim, path: "m/44'/60'/0'/0/9" } : claim;
  const { beside, root } = await proofsBeside({ says });
  const trust = { ...service.trust, attestationRoot: root };
  const send = beside(service.settings.fetch);
  const answers: { comes: 'always' | typeof proof } = { comes: 'always' };
  const fetch = async (url: string, init: RequestInit) => {
    const isAsked = url.endsWith('/get_address_proof');
    if (isAsked && answers.comes === 'loading') return new Promise<Response>(() => {});
    if (isAsked && answers.comes === 'unknown') throw new TypeError('Failed to fetch');
    return send(url, init);
  };
  const settings = { ...spoken(context), fetch, trust, verifyProofs: 'offered', timeoutMs: 86_400_000 } as const;
  const { client, session } = await logIn(service, 'ada@example.com', settings);
  const account = (await call(client, listWalletAccounts, {})).accounts[0];
  if (account === undefined) throw new Error('a new person has an account');
  const queryClient = new QueryClient();
  const { queryKey } = addressProofQueryOptions(client, account, session);
  if (proof === 'verified' || proof === 'unmeasured') {
    const looked = await addressProof(client, account);
    if (looked.state !== 'software') throw new Error('the proof is that of a server');
    queryClient.setQueryData(queryKey, { state: proof, report: { ...looked.report, state: proof, name } });
  }
  answers.comes = proof;
  return { ...loaded, client, queryClient, account, answers };
};

const withCache: Decorator = (Story, { loaded }) => (
  <QueryClientContext.Provider value={loaded.queryClient as QueryClient}>
    <Story />
  </QueryClientContext.Provider>
);

/** What this device found when it looked into the proof of an address. */
const meta = {
  title: 'Screens/ProofBadge',
  component: ProofBadge,
  args: { address: '' },
  render: (args, { loaded }) => <ProofBadge {...args} address={loaded.account as ProofBadgeProps['address']} />,
  loaders: [startProof],
  decorators: [inApp, withCache],
  parameters: {
    layout: 'centered',
    docs: { story: { inline: false, height: '240px' }, source: { transform: () => appCode } },
  },
} satisfies Meta<typeof ProofBadge>;
export default meta;

type ProofBadgeProps = Parameters<typeof ProofBadge>[0];
type Story = Omit<StoryObj<typeof meta>, 'parameters' | 'args'> & {
  parameters?: PageParameters & ProofParameters & { docs?: object };
};

const longDocs = { story: { inline: false, height: '560px' } };

/** AWS Nitro attests the enclave that this app expects. */
export const Verified: Story = {
  parameters: { proof: 'verified' },
  async play({ canvas }) {
    await waitFor(() =>
      expect(canvas.getByText(/^Checked on this device/)).toHaveTextContent(
        'Checked on this device: this address was made inside the signer of Acme.',
      ),
    );
  },
};

/** Some enclave of AWS: the app names none. */
export const Unmeasured: Story = {
  parameters: { proof: 'unmeasured' },
  async play({ canvas }) {
    await expect(await canvas.findByText('Signed inside some AWS enclave. Which one was not checked.')).toBeVisible();
  },
};

/** Below a root of the app's own, which is software. */
export const Software: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByText('Signed by this app’s own server. Checked on this device.')).toBeVisible();
  },
};

export const SoftwareDarkNarrow: Story = { ...Software, parameters: { theme: 'dark', width: 320 } };

/** All that was signed is there for who asks, by the keyboard, too. */
export const Details: Story = {
  parameters: { docs: longDocs },
  async play({ canvas, userEvent }) {
    await canvas.findByText('Details');
    await userEvent.tab();
    await expect(canvas.getByText('Details')).toHaveFocus();
    await userEvent.click(canvas.getByText('Details'));
    await expect(canvas.getByText("m/44'/60'/0'/0/0")).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Save report' })).toBeVisible();
  },
};

export const DetailsNarrow: Story = { ...Details, parameters: { ...Details.parameters, width: 320 } };

/** The service has no proof of this address. */
export const None: Story = {
  parameters: { proof: 'none' },
  async play({ canvas }) {
    await expect(await canvas.findByText('No proof.')).toBeVisible();
    await expect(canvas.queryByText('Details')).toBeNull();
  },
};

/** The proof is about another path: what fails is in the details, for who looks into it. */
export const Failed: Story = {
  parameters: { proof: 'failed', docs: longDocs },
  async play({ canvas, userEvent }) {
    await expect(await canvas.findByText('This proof doesn’t match.')).toBeVisible();
    await userEvent.click(canvas.getByText('Details'));
    await expect(canvas.getByText('CLAIM_MISMATCH')).toBeVisible();
    await expect(canvas.getByText("m/44'/60'/0'/0/9")).toBeVisible();
  },
};

/** Being looked into. */
export const Checking: Story = {
  parameters: { proof: 'loading' },
  async play({ canvas }) {
    await expect(await canvas.findByText('Checking…')).toBeVisible();
  },
};

/** The service did not answer: nothing is known, and it can be tried again. */
export const NotChecked: Story = {
  parameters: { proof: 'unknown' },
  async play({ canvas, userEvent, loaded }) {
    await expect(await canvas.findByText('This couldn’t be checked.', {}, { timeout: 20_000 })).toBeVisible();
    (loaded.answers as { comes: string }).comes = 'always';
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }));
    await expect(await canvas.findByText(/^Signed by this app’s own server/)).toBeVisible();
  },
};

/** In another language of the screens. */
export const German: Story = {
  parameters: { language: 'de' },
  async play({ canvas }) {
    await expect(await canvas.findByText('Vom Server dieser App signiert. Auf diesem Gerät geprüft.')).toBeVisible();
  },
};

/** From right to left, with a name that is not. */
export const ArabicNarrow: Story = {
  parameters: { proof: 'verified', language: 'ar', width: 320, name: 'Acme Signer' },
  async play({ canvas, canvasElement }) {
    await waitFor(() => expect(canvas.getByText('Acme Signer')).toBeVisible());
    await expect(canvasElement.querySelector('[data-latchkey="proof"]')).toHaveAttribute('dir', 'rtl');
  },
};
