import { numbers } from '../../checks/options.js';
import { bearsMore } from './bearsMore.js';

const { rows } = numbers({ rows: 120 });
process.exitCode = bearsMore(rows) ? 0 : 1;
