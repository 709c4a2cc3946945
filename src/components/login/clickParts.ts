'use client';
import { PasskeySignUp } from './PasskeySignUp.js';
import { RowNote } from './RowNote.js';
import { WindowStep } from './WindowStep.js';

/** What a login by click shows. They are loaded together after the first view. */
export const clickParts = { PasskeySignUp, RowNote, WindowStep };
