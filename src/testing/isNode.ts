/** Whether this runs in Node, be it under jsdom or happy-dom, which give it a `window`. */
export const isNode: boolean = typeof process !== 'undefined' && process.versions?.node !== undefined;
