import type { ReactElement } from 'react';
import { Page } from '../parts/Page.js';

export default function Team(): ReactElement {
  return <Page title="Team">{null}</Page>;
}
