/**
 * An argument of a call as policies read it: integers are exact, addresses and bytes of Ethereum are texts that begin with 0x. What an
 * optional argument leaves out is left out here; among items it is an object without members, which equals nothing that is there.
 */
export type CallValue = boolean | bigint | string | readonly CallValue[] | CallMembers;

/** Arguments, or members of one, by name. */
export type CallMembers = { readonly [name: string]: CallValue };

/** The data of a call are not what its interface says: nothing is read of them. */
export class UnreadableCall extends Error {}
