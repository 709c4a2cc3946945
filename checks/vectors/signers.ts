import { nodePrimitives } from '../../src/service/nodePrimitives.js';
import { type Primitives, portablePrimitives } from '../../src/service/primitives.js';

/** The vault's arithmetic: that of a server, and the one that runs everywhere. */
export const signers: readonly (readonly [name: string, primitives: () => Promise<Primitives>])[] = [
  ['node', nodePrimitives],
  ['portable', portablePrimitives],
];
