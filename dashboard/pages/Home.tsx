import type { ReactElement } from 'react';
import { Page } from '../parts/Page.js';

export default function Home(): ReactElement {
  return <Page title="Home">{null}</Page>;
}
