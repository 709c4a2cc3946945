import type { ReactElement } from 'react';
import { Page } from '../parts/Page.js';

export default function Policies(): ReactElement {
  return <Page title="Policies">{null}</Page>;
}
