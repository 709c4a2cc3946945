import type { Descriptor } from './descriptor.js';

/** Why a document can be used for nothing; what it says of one function is looked at when that is called. */
export function descriptorFault(descriptor: Descriptor): string | undefined {
  const { includes, context, display } = Object(descriptor) as { readonly [member: string]: unknown };
  if (includes !== undefined) return 'has includes: merge them first';
  const { contract, eip712 } = Object(context);
  const { deployments } = Object(contract ?? eip712);
  if (!Array.isArray(deployments) || deployments.length === 0) return 'names no deployments';
  if (Object.keys(Object(Object(display).formats)).length === 0) return 'has no display.formats';
  return JSON.stringify(descriptor).length > 65_536 ? 'is longer than 64 KiB' : undefined;
}
