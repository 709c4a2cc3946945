import type { ReactElement } from 'react';
import { Page } from '../parts/Page.js';

export default function Developers(): ReactElement {
  return <Page title="Developers">{null}</Page>;
}
