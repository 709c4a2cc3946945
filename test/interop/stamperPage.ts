import { TurnkeyClient } from '@turnkey/http';
import { IframeStamper } from '@turnkey/iframe-stamper';

declare global {
  /** What a test finds in the page: a stamper whose key is in a frame, and a client that stamps by it. */
  var stamperPage: { readonly frame: IframeStamper; readonly client: TurnkeyClient };
}

const { url } = await (await fetch('/settings.json')).json();
const frame = new IframeStamper({
  iframeUrl: new URL('/frame', location.href).href,
  iframeElementId: 'frame',
  iframeContainer: document.getElementById('root'),
});
globalThis.stamperPage = { frame, client: new TurnkeyClient({ baseUrl: url }, frame) };
