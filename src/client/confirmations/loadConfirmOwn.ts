import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';

/** What asks the person about the app's own requests, where `confirmSignatures` of the settings is `always`. */
export const loadConfirmOwn = async ({ settings }: Client) =>
  settings.confirmSignatures === 'always' ? loadPart(import('./confirmOwn.js')) : undefined;
