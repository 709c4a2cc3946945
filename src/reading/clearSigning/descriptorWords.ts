import { visible } from '../visible.js';
import { NotDescribed } from './value.js';

/**
 * Words of a descriptor. They name no address and no amount: those come from what is signed alone.
 *
 * @throws {NotDescribed} for what is no such text
 */
export function descriptorWords(text: unknown): string {
  if (typeof text !== 'string' || text.length > mostLetters) throw new NotDescribed('A text is none.');
  const seen = visible(text).replace(/\s+/g, ' ');
  const read = plain(seen);
  if (telling.some((form) => form.test(read)))
    throw new NotDescribed('A descriptor says an amount or an address by itself.');
  return seen;
}

/** A text as an eye reads it: digits of another form are digits, and nothing that joins letters stands between them. */
const plain = (text: string): string => text.normalize('NFKC').replace(/\u200c|\u200d|\p{M}/gu, '');

/** How an address or an amount is written. What stands around it, like quotes, a sign or a colon, makes it none less. */
const telling = [
  // `0x9955…40b2` and `9955…40b2`, too: so the kit itself shortens an address
  /0x([\da-f]{4}|[\da-f]*\.{2})|[\da-f]{4}\.{2,3}[\da-f]{4}/iu,
  // `5 000`, `~5`
  /^\P{L}*\p{Nd}\P{L}*$/u,
  // `1.5 ETH`, `5 stETH`, `5ETH`, `5'000 USDC`, `5k USDC`, `5e3 USDC`, `5 million USDC`, and not `ERC-20 NFT`
  /(?<![\p{L}\p{Nd}]|ERC[\s-])\p{Nd}+(\s*(e\p{Nd}+|[kmb]n?|thousand|million|billion)\s+|[^\p{L}\p{Nd}]{1,3})?\p{Ll}{0,3}\p{Lu}{2}/u,
  // `5 eth`, `5 Dai`, `5 dollars`
  /(?<![\p{L}\p{Nd}]|ERC[\s-])\p{Nd}+[^\p{L}\p{Nd}]{0,3}(eth|ethers?|g?wei|btc|bitcoins?|sol|dai|usd[ct]?|dollars?|euros?)(?!\p{L})/iu,
  // `USDC 5000`, `stETH: 5`, `ETH = 5`, and not `ERC 20`, or what a token of Lido calls itself: `liquid staked Ether 2.0`
  /(?<![\p{L}\p{Nd}])(?!ERC\b|EIP\b|Ether 2\.0$)(\p{Ll}{0,3}\p{Lu}{3,}|Ether)[^\p{L}\p{Nd}]{1,3}\p{Nd}/u,
  // `$5,000`, `5 €`, `Ξ5`
  /[\p{Sc}Ξ]\s*\p{Nd}/u,
  /\p{Nd}\s*[\p{Sc}Ξ]/u,
];

const mostLetters = 200;
