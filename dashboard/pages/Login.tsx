import type { ReactElement } from 'react';
import { Page } from '../parts/Page.js';

export default function Login(): ReactElement {
  return <Page title="Login">{null}</Page>;
}
