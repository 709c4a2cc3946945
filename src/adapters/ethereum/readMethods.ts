/** The methods that read a chain, or hand on what is signed already: they are passed on to its node as they are. @see EIP-1474 */
export const readMethods: ReadonlySet<string> = new Set([
  ...['eth_blobBaseFee', 'eth_blockNumber', 'eth_call', 'eth_createAccessList', 'eth_estimateGas', 'eth_feeHistory'],
  ...['eth_gasPrice', 'eth_getBalance', 'eth_getBlockByHash', 'eth_getBlockByNumber', 'eth_getBlockReceipts'],
  ...['eth_getBlockTransactionCountByHash', 'eth_getBlockTransactionCountByNumber', 'eth_getCode', 'eth_getLogs'],
  ...['eth_getProof', 'eth_getStorageAt', 'eth_getTransactionByBlockHashAndIndex'],
  ...['eth_getTransactionByBlockNumberAndIndex', 'eth_getTransactionByHash', 'eth_getTransactionCount'],
  ...['eth_getTransactionReceipt', 'eth_getUncleByBlockHashAndIndex', 'eth_getUncleByBlockNumberAndIndex'],
  ...['eth_getUncleCountByBlockHash', 'eth_getUncleCountByBlockNumber', 'eth_maxPriorityFeePerGas'],
  ...['eth_getFilterChanges', 'eth_getFilterLogs', 'eth_newBlockFilter', 'eth_newFilter'],
  ...['eth_newPendingTransactionFilter', 'eth_uninstallFilter', 'eth_simulateV1', 'eth_syncing'],
  ...['eth_protocolVersion', 'net_listening', 'net_peerCount', 'web3_clientVersion', 'web3_sha3'],
  'eth_sendRawTransaction',
]);
