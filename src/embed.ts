export { LatchkeyLogin, type LatchkeyLoginEvents } from './embed/LatchkeyLogin.js';
