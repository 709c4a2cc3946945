import { createRoot } from 'react-dom/client';
import { App } from './App.js';
import { readPlace } from './operator.js';
import { keepFocus } from './parts/keepFocus.js';
import { handOver, isCallback } from './parts/providerWindow.js';
import 'latchkey/styles.css';
import 'latchkey/approvals.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/lists.css';
import './styles/people.css';
import './styles/expressions.css';
import './styles/settings.css';
import './styles/cases.css';

const root = createRoot(document.getElementById('root') as HTMLElement);
keepFocus();
if (isCallback()) {
  handOver();
  root.render(
    <main className="alone">
      <h1>That’s all</h1>
      <p>You can close this window.</p>
    </main>,
  );
} else
  try {
    root.render(<App service={await readPlace()} />);
  } catch {
    root.render(
      <main className="alone">
        <h1>The service isn’t answering</h1>
        <p>Check that it runs, and reload this page.</p>
      </main>,
    );
  }
