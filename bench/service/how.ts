/** How the part is measured, for the README. */
export const service = `
\`latchkey serve\` from the built package runs as a process on loopback, with everything that it has in production: strict
parsing, log lines, limits. The client is another process on the same two cores. It stamps all requests before the clock starts, keeps
its connections open, and costs a tenth of what \`fetch\` costs. Nine rounds of each, after two for warming up; medians.

- **whoami on one core**: the service is pinned to one core, the client to the other; 32 connections. The floor takes turns with it on
  the same core: Node's own HTTP server reads a body, verifies its P-256 signature with OpenSSL and a key that stays open, and
  answers 16 bytes. It parses no request, uses no database and has one client. Of our 176 µs, 66 are the verification and 20 to 25
  the bare HTTP; 10 to 18 libsql, 11 the strict reading of the stamp, 10 the HTTP adapter with its headers and its copy of the
  body, 8 garbage collection and other work of V8, 7 Kysely and promises, 4 the body, 4 the log line, the rest addresses, paths and
  timers. At 60 % of the floor it would be 148.
- **Durable signatures**: \`sign_raw_payload\` for 16 customers with one secp256k1 account and one connection each, nothing pinned.
  Each answer follows a commit on the disk (\`synchronous = full\`; \`fsync\` on) of the activity, its vote and its result. PostgreSQL
  is reached by its Unix socket, and has analyzed its tables, as it does by itself within a minute: until then its first plans may
  scan an organization's activities. *Where the time goes* is sampled by V8 in separate rounds.
- **By members**: each customer's organization has a member beside its root user, and 20 policies of several kinds, of which one lets
  the member sign. All 20 are evaluated for each signature, and the result of each is stored with the vote.
- **A decision**: one client, one signature after the other, 300 in turns by the root user of an organization without policies and by
  a member of one with 100 users and 100 policies; the median of the differences of their medians.
- **Logins on one core**: returning people log in by a code in a text message, eight at once, each from their own address: four calls to
  the auth proxy, each of which opens the proxy's key and signs with it. The service is pinned to one core, the clients and the
  receiver of the messages to the other. CPU is that of the whole service process. The floor is that of whoami, with four requests per
  login.
- **Ready**: from the start of the process until \`/ready\` answers 200, 20 starts on an existing database.
- **Memory**: \`VmRSS\` of the process; heap after a forced collection, every 50,000 requests. Nine of ten requests are whoami, one is
  a signature. The slope is fitted over the second half.
`;
