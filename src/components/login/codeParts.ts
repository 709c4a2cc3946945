'use client';
import { CodeStep } from './CodeStep.js';
import { MailHint } from './MailHint.js';

/** What a login by code shows after the first view. They are loaded together while the person types an address. */
export const codeParts = { CodeStep, MailHint };
