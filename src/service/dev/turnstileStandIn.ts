/**
 * Stands in for Turnstile's script in a page without the network, for its test site keys: `1x…` is solved at once, `2x…` fails, and
 * `3x…` asks for a click. It is sent to the page as text, so it uses nothing from outside of it.
 *
 * @see Turnstile, "Test your Turnstile implementation"
 */
export function turnstileStandIn(): void {
  type Parameters = {
    readonly sitekey: string;
    readonly callback?: (token: string) => void;
    readonly 'before-interactive-callback'?: () => void;
    readonly 'error-callback'?: (code: string) => unknown;
  };
  const widgets = new Map<string, HTMLElement>();
  const render = (container: HTMLElement, parameters: Parameters): string => {
    const id = `stand-in-${widgets.size + 1}`;
    const widget = document.createElement('div');
    widgets.set(id, widget);
    container.append(widget);
    const solve = () => parameters.callback?.('XXXX.DUMMY.TOKEN.XXXX');
    setTimeout(() => {
      if (!widget.isConnected) return;
      if (parameters.sitekey.startsWith('1x')) return solve();
      if (!parameters.sitekey.startsWith('3x')) return parameters['error-callback']?.('300030');
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Verify you are human';
      button.addEventListener('click', solve);
      widget.append(button);
      parameters['before-interactive-callback']?.();
    });
    return id;
  };
  const remove = (id: string) => widgets.get(id)?.remove();
  Object.assign(globalThis, { turnstile: { render, remove, reset: () => {} } });
}
