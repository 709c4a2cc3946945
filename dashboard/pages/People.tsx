import type { ReactElement } from 'react';
import { Page } from '../parts/Page.js';

export default function People(): ReactElement {
  return <Page title="People">{null}</Page>;
}
