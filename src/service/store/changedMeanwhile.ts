/**
 * What a transaction goes by was not read before it, or is not so any more: it is undone, and the request begins again. The one exception
 * that steers.
 */
export class ChangedMeanwhile extends Error {}
