import { Component, type ReactNode } from 'react';

type MishapState = { readonly hasFailed: boolean };

/** Keeps the rail where a page fails to load or to be drawn: without a network, or after an upgrade, when its files may have other names. */
export class Mishap extends Component<{ readonly children: ReactNode }, MishapState> {
  override state: MishapState = { hasFailed: false };

  static getDerivedStateFromError(): MishapState {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" className="refusal">
        <p>This page could not be shown. This device may be offline, or the service was upgraded meanwhile.</p>
        <button type="button" onClick={() => window.location.reload()}>
          Reload
        </button>
      </div>
    );
  }
}
