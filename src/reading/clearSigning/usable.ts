import { isObject } from '../../crypto/json.js';
import { type Descriptor, kindOf, memberOf } from './descriptor.js';

/** The first hundred documents of at most 64 KiB that name contracts and formats; what one says of a function is looked at when it is called. */
export function usable(descriptors: readonly Descriptor[]): readonly Descriptor[] {
  const isUsable = (descriptor: Descriptor) => {
    const kind = kindOf(descriptor);
    if (!kind || memberOf(descriptor, 'includes') !== undefined) return false;
    const hasPlaces = Array.isArray(memberOf(descriptor, 'context', kind, 'deployments'));
    if (!hasPlaces || !isObject(memberOf(descriptor, 'display', 'formats'))) return false;
    return JSON.stringify(descriptor).length <= mostLetters;
  };
  return descriptors.slice(0, mostDocuments).filter(isUsable);
}

const mostDocuments = 100;
const mostLetters = 65_536;
