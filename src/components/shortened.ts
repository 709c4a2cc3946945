/** An address, shortened: `0x9955…40b2`. */
export const shortened = (address: string): string =>
  address.length < 16 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
