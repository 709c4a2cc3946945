import { deviceRecordsOf } from '../deviceRecord.js';

/** A record of Ethereum's. */
export const deviceRecord = deviceRecordsOf('ethereum');
