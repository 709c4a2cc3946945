// The floor for a stamped query: an HTTP server that does nothing but verify each body's P-256 signature, with Node's own
// server and OpenSSL, the key kept open. Arguments: public key (SubjectPublicKeyInfo, base64). It prints its address.
import { createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';

const key = createPublicKey({ key: Buffer.from(process.argv[2], 'base64'), format: 'der', type: 'spki' });

const server = createServer((incoming, outgoing) => {
  const chunks = [];
  incoming.on('data', (chunk) => chunks.push(chunk));
  incoming.on('end', () => {
    const stamp = JSON.parse(Buffer.from(incoming.headers['x-stamp'], 'base64url').toString());
    verify('sha256', Buffer.concat(chunks), key, Buffer.from(stamp.signature, 'hex'), (error, isValid) => {
      const answer = JSON.stringify({ isValid: !error && isValid });
      outgoing.writeHead(error || !isValid ? 401 : 200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(answer),
      });
      outgoing.end(answer);
    });
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
