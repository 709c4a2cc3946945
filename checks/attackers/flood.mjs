// A process of the check: sends requests as fast as they are answered, each stamped anew, until its time is over. It reads what to send
// as JSON from its input, and prints how often each was answered what.
import { createPrivateKey, sign } from 'node:crypto';
import { Agent, request } from 'node:http';
import process from 'node:process';
import { json } from 'node:stream/consumers';

const { url, seconds, connections, requests } = await json(process.stdin);
const untilMs = Date.now() + seconds * 1000;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const counts = new Map();
const keys = new Map(requests.map(({ key }) => [key.publicKey, createPrivateKey({ key: key.jwk, format: 'jwk' })]));

function stamped({ key, body }) {
  const now = body.replace('"timestampMs":"0"', `"timestampMs":"${Date.now()}"`);
  const signature = sign('sha256', Buffer.from(now), keys.get(key.publicKey)).toString('hex');
  const stamp = { publicKey: key.publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature };
  return { now, stamp: Buffer.from(JSON.stringify(stamp)).toString('base64url') };
}

function send(one) {
  const { now, stamp } = stamped(one);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(now),
    'X-Forwarded-For': one.address,
    'X-Stamp': stamp,
  };
  return new Promise((resolve) => {
    const note = (outcome) => {
      const name = `${one.name} ${outcome}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      resolve();
    };
    const sent = request(url + one.path, { method: 'POST', headers, agent }, (answer) => {
      if (one.isUnread) {
        setTimeout(() => sent.destroy(), 2000);
        return note('unread');
      }
      reasonIn(answer)
        .catch(() => 'cut off')
        .then((reason) => note(`${answer.statusCode} ${reason}`.trim()));
    });
    sent.once('error', ({ code }) => note(code));
    sent.setTimeout(30_000, () => sent.destroy());
    sent.end(now);
  });
}

/** The code of a refusal; of a long answer and of what is allowed nothing is kept. */
async function reasonIn(answer) {
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) if (answer.statusCode >= 400) text += piece;
  return /"reason":"(\w+)"/.exec(text)?.[1] ?? '';
}

let next = 0;
async function client() {
  while (Date.now() < untilMs) {
    await send(requests[next++ % requests.length]);
    await new Promise(setImmediate); // a refusal at once is no reason to stand still
  }
}
await Promise.all(Array.from({ length: connections }, client));
agent.destroy();
process.stdout.write(JSON.stringify(Object.fromEntries(counts)), () => process.exit());
