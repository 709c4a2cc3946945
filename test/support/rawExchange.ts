import { connect } from 'node:net';

/** Writes bytes to a port of this machine, and reads until the server ends the connection. Texts are Latin-1: one character a byte. */
export function rawExchange(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    socket.once('error', reject);
    socket.once('end', () => {
      socket.destroy();
      resolve(answer);
    });
    for (const part of parts) socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
  });
}

/** An answer. The names of its headers are in lower case; `Date` is left out. */
export type RawAnswer = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
};

/** Splits a server's output into answers, by `Content-Length` or chunks. */
export function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ''; ) {
    const [, head = '', status = ''] = /^(HTTP\/1\.1 (\d{3}) [\s\S]*?)\r\n\r\n/.exec(rest) ?? [];
    if (head === '') throw new Error(`This is not an answer: ${rest.slice(0, 200)}`);
    const headers = head
      .split('\r\n')
      .slice(1)
      .map((line): [string, string] => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]);
    const length = headers.find(([name]) => name === 'content-length')?.[1];
    const afterHead = rest.slice(head.length + 4);
    const { body, after } = length === undefined ? dechunked(afterHead) : cut(afterHead, Number(length));
    answers.push({ status: Number(status), headers: headers.filter(([name]) => name !== 'date'), body });
    rest = after;
  }
  return answers;
}

const cut = (text: string, length: number) => ({ body: text.slice(0, length), after: text.slice(length) });

function dechunked(text: string): { body: string; after: string } {
  let body = '';
  for (let rest = text; ; ) {
    const [line = '', size = ''] = /^([\da-f]+)\r\n/i.exec(rest) ?? [];
    const length = Number.parseInt(size, 16);
    if (Number.isNaN(length)) return { body: text, after: '' };
    body += rest.slice(line.length, line.length + length);
    rest = rest.slice(line.length + length + 2);
    if (length === 0) return { body, after: rest };
  }
}

/** A request as text, with `Content-Length`, and `Connection: close`, so that the server ends the connection. */
export const rawPost = (path: string, lines: readonly string[], body: string): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body, 'latin1')}`,
    ...lines,
    '',
    body,
  ].join('\r\n');
