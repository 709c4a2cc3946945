import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LatchkeyProvider } from '../../../src/hooks/LatchkeyProvider.js';

/** A page of its own, named by whether it listens: its opener reads its notices in `heard` and its warnings in `warned`. */
declare global {
  interface Window {
    heard?: unknown[];
    warned?: unknown[];
  }
}

const isListening = window.name === 'listening';
const heard: unknown[] = [];
const warned: unknown[] = [];
console.warn = (...args: unknown[]) => void warned.push(args.join(' '));

const settings = { authProxyUrl: 'https://latchkey.test', authProxyConfigId: '2f6f2b5a-3a1e-4c0e-9a43-7d1d3c1e5b11' };
const onNotice = isListening ? (notice: unknown) => void heard.push(notice) : undefined;
const app = createElement('p', { id: 'app' }, 'app');
const provider = createElement(LatchkeyProvider, { settings, onNotice }, app);
createRoot(document.body.appendChild(document.createElement('main'))).render(createElement(StrictMode, null, provider));
Object.assign(window, { heard, warned });
