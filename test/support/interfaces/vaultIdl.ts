const kinds = [
  { name: 'Market' },
  { name: 'Limit', fields: [{ name: 'price', type: 'u64' }] },
  { name: 'Pegged', fields: ['i32', 'bool'] },
];
/** An IDL with a type of each kind. */
export const vault = {
  address: 'Fg6PaFpoGXkYsidMpWTK6W2BeZ7FEfcYkg476zPFsLnS',
  instructions: [
    {
      name: 'place_order',
      discriminator: [51, 194, 155, 175, 109, 130, 96, 106],
      accounts: [
        { name: 'owner', signer: true },
        {
          name: 'market',
          accounts: [
            { name: 'bids', writable: true },
            { name: 'asks', writable: true },
          ],
        },
      ],
      args: [
        { name: 'order', type: { defined: { name: 'Order' } } },
        { name: 'memo', type: { option: 'string' } },
        { name: 'limits', type: { vec: { option: 'u64' } } },
        { name: 'flags', type: { array: ['bool', 3] } },
        { name: 'ratio', type: 'f64' },
      ],
    },
    { name: 'close', discriminator: [98, 165, 201, 177, 108, 65, 206, 96], accounts: [], args: [] },
  ],
  types: [
    {
      name: 'Order',
      type: {
        kind: 'struct',
        fields: [
          { name: 'side', type: { defined: { name: 'Side' } } },
          { name: 'kind', type: { defined: { name: 'Kind' } } },
          { name: 'price', type: { defined: { name: 'Price' } } },
          { name: 'size', type: 'u128' },
          { name: 'delta', type: 'i64' },
          { name: 'to', type: 'pubkey' },
          { name: 'payload', type: 'bytes' },
          { name: 'small', type: 'i8' },
        ],
      },
    },
    { name: 'Side', type: { kind: 'enum', variants: [{ name: 'Bid' }, { name: 'Ask' }] } },
    { name: 'Kind', type: { kind: 'enum', variants: kinds } },
    { name: 'Price', type: { kind: 'struct', fields: ['u64', 'u8'] } },
  ],
};
