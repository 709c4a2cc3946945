import type { ReactElement } from 'react';
import { Page } from '../parts/Page.js';

export default function Activity(): ReactElement {
  return <Page title="Activity">{null}</Page>;
}
