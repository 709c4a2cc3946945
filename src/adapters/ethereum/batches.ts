import { confirmationsOf } from '../../client/confirmations/confirmations.js';
import { toHex } from '../../crypto/hex.js';
import { isLocked, withLock } from '../../sessions/locks.js';
import { batchIdIn, batchIn, capabilitiesIn } from './batchParameters.js';
import { batchRecords } from './batchRecords.js';
import { EthereumError } from './ethereumError.js';
import type { Method, MethodsContext, SignerOf } from './methodsContext.js';
import { prepareBatch } from './prepareBatch.js';
import { chainIdOf } from './providerState.js';
import { isReceipt, type Receipt, receiptOfCall } from './receipts.js';
import { sendBatch } from './sendBatch.js';
import type { Hex } from './transaction.js';

/** The methods of batches. They are loaded when a page first uses one of them. */
export type BatchMethods = {
  readonly [method in 'wallet_sendCalls' | 'wallet_getCallsStatus' | 'wallet_getCapabilities']: Method;
};

/**
 * Several calls that the person confirms at once, and that are sent one after the other, each as a transaction of its own.
 *
 * @see EIP-5792
 */
export function batchMethods(context: MethodsContext, signerOf: SignerOf): BatchMethods {
  const { client, offered, approvalTimeoutMs } = context;
  const records = batchRecords(client);
  const chainOf = (chainId: number) => offered.chains.find(({ id }) => id === chainId);

  async function send(parameters: readonly unknown[]) {
    const { id = newId(), from, chainId, calls } = batchIn(parameters);
    const chain = chainOf(chainId);
    if (!chain) throw new EthereumError('BATCH_CHAIN_NOT_SUPPORTED', `This app has no chain with the id ${chainId}.`);
    const { session, address } = await signerOf(from);
    if (records.find(id)) throw taken();
    const ask = offered.nodeOf(chain);
    const batch = await prepareBatch({ chain, ask, address, calls });
    const follow = await confirmationsOf(client).confirmAndFollow(batch.request, session, ask);
    // The page gets the id once the batch is noted and its lock is held: whoever asks for its state then finds it.
    await new Promise<void>((resolve, reject) => {
      const sent = follow(async (tell) => {
        if (records.find(id)) throw taken();
        await withLock(lockOf(id), async () => {
          if (records.find(id)) throw taken(); // another tab was faster
          records.add({ id, chainId, address, atMs: Date.now(), calls: calls.length, hashes: [] });
          resolve();
          await sendBatch(client, batch, {
            ...{ session, approvalTimeoutMs, tell },
            onSigned: (hash) => records.sign(id, hash),
            onRefused: (hash) => records.drop(id, hash),
          });
        });
      });
      sent.catch(reject); // what fails after the page has its id is told by the batch's state
    });
    return { id };
  }

  async function status([given]: readonly unknown[]) {
    const id = batchIdIn(given, 'wallet_getCallsStatus');
    const { accounts } = await signerOf(undefined);
    const batch = records.find(id);
    const chain = batch && chainOf(batch.chainId);
    if (!batch || !chain || !accounts.includes(batch.address))
      throw new EthereumError('BATCH_NOT_KNOWN', 'There is no batch of this id.');
    const known = { version: '2.0.0', id, chainId: chainIdOf(chain), atomic: false };
    if (await isLocked(lockOf(id))) return { ...known, status: 100 };
    const ask = offered.nodeOf(chain);
    const { hashes, calls } = records.find(id) ?? batch;
    const answers = await Promise.all(hashes.map((hash) => ask('eth_getTransactionReceipt', [hash])));
    const receipts = answers.filter(isReceipt);
    return { ...known, status: stateOf(receipts, hashes.length, calls), receipts: receipts.map(receiptOfCall) };
  }

  async function capabilities(parameters: readonly unknown[]) {
    const { address, isAbout } = capabilitiesIn(parameters);
    await signerOf(address);
    const about = offered.chains.filter(({ id }) => isAbout(id));
    return Object.fromEntries(about.map((chain) => [chainIdOf(chain), { atomic: { status: 'unsupported' } }]));
  }

  return { wallet_sendCalls: send, wallet_getCallsStatus: status, wallet_getCapabilities: capabilities };
}

/** What has become of a batch that is sent no further: of the calls of a page that was closed, the rest is not sent. @see EIP-5792 */
function stateOf(receipts: readonly Receipt[], sent: number, calls: number): number {
  if (receipts.length < sent) return 100;
  if (sent === 0) return 400;
  const passed = receipts.filter(({ status }) => status === '0x1').length;
  if (passed === 0) return 500;
  return passed === calls ? 200 : 600;
}

const lockOf = (id: Hex) => `ethereum.batch.${id}`;

const taken = () => new EthereumError('BATCH_ID_TAKEN', 'There is a batch of this id already.');

const newId = (): Hex => `0x${toHex(crypto.getRandomValues(new Uint8Array(32)))}`;
