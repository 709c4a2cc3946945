'use client';
import { takeEmailLink } from '../client/flows/emailLink.js';
import type { LinkPurpose } from '../contract/linkParameters.js';
import { useBeforePaint } from './useBeforePaint.js';

/** Takes a link out of the page's URL when its screen mounts. {@link takeEmailLink} */
export function useTakenLink(purpose: LinkPurpose): void {
  useBeforePaint(() => void takeEmailLink(purpose), [purpose]);
}
