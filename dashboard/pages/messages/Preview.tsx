import type { PreviewEmailTemplateResponse } from 'latchkey/contract';
import { type ReactElement, useEffect, useRef, useState } from 'react';

type Mail = NonNullable<PreviewEmailTemplateResponse['mail']>;
type Show = 'light' | 'dark' | 'text';
const shows: readonly (readonly [Show, string])[] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['text', 'Plain text'],
];

/** A mail as people see it. Pictures are grey boxes with their address, and links lead nowhere. */
export function Preview({ mail }: { readonly mail: Mail }): ReactElement {
  const [show, setShow] = useState<Show>('light');
  const [isNarrow, setNarrow] = useState(false);
  return (
    <div className="preview">
      <p className="subject">
        <span className="soft">Subject:</span> <bdi>{mail.subject}</bdi>
      </p>
      <div className="chips">
        {shows.map(([each, words]) => (
          <button key={each} type="button" aria-pressed={show === each} onClick={() => setShow(each)}>
            {words}
          </button>
        ))}
        <button type="button" aria-pressed={isNarrow} onClick={() => setNarrow(!isNarrow)}>
          Phone width
        </button>
      </div>
      {show === 'text' ? (
        <textarea
          readOnly
          rows={16}
          className={isNarrow ? 'narrow' : undefined}
          aria-label="The mail as plain text"
          value={mail.text}
        />
      ) : (
        <MailFrame html={mail.html} scheme={show} isNarrow={isNarrow} />
      )}
    </div>
  );
}

type MailFrameProps = { readonly html: string; readonly scheme: 'light' | 'dark'; readonly isNarrow: boolean };

/** The frame has no origin, so that its own words are known by their source alone, and the mail is posted to any. */
function MailFrame({ html, scheme, isNarrow }: MailFrameProps): ReactElement {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === 'ready') setLoads((count) => count + 1);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    if (loads > 0) frame.current?.contentWindow?.postMessage({ html, scheme }, '*');
  }, [loads, html, scheme]);
  return (
    <iframe
      ref={frame}
      title="The mail"
      src="/dashboard/preview"
      sandbox="allow-scripts"
      className={isNarrow ? 'narrow' : undefined}
    />
  );
}
