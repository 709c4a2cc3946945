const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** Typed data with a struct, an array of them, a large number and letters beyond ASCII. */
export const typedMail = {
  domain: { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: wallet },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[]' },
      { name: 'amount', type: 'uint256' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Ada', wallet },
    to: [{ name: 'Bob', wallet }],
    amount: 2n ** 200n,
    contents: 'Hällo 👋',
  },
} as const;
