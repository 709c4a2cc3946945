/** How the part is measured, for the README. */
export const service = `
\`latchkey serve\`, built as the package has it, as a process of its own on loopback, with all that it has in production: strict
parsing, log lines, limits. The client is another process: it stamps all requests before the clock starts, keeps its
connections, and costs a tenth of what \`fetch\` costs. It runs on the same two cores. Nine rounds of each, after two for warming
up; medians.

- **whoami on one core**: the service is pinned to one core, the client to the other; 32 connections. In turns with it, on the same
  core, the floor: Node's own HTTP server that reads a body, verifies its P-256 signature with OpenSSL, the key kept open, and
  answers 16 bytes. It parses no request, asks no database and has one client. Of our 176 µs, 66 are the verification and 20 to 25
  the bare HTTP; 10 to 18 libsql, 11 the strict reading of the stamp, 10 the HTTP adapter with its headers and its copy of the
  body, 8 collecting garbage and what V8 does beside, 7 Kysely and promises, 4 the body, 4 the log line, the rest addresses, paths,
  timers. At 60 % of the floor it would be 148.
- **Durable signatures**: \`sign_raw_payload\` for 16 customers with a secp256k1 account each, one connection each, nothing pinned.
  Each answer follows a commit on the disk (\`synchronous = full\`; \`fsync\` on) of the activity, its vote and its result. PostgreSQL
  is reached by its Unix socket, and has analyzed its tables, as it does by itself within a minute: until then its first plans may
  walk an organization's activities. *Where the time goes* is sampled by V8 in rounds of their own.
- **By members**: each customer's organization has a member beside its root user, and 20 policies of several kinds, of which one lets
  the member sign. All 20 are asked at each signature, and what each said is kept with the vote.
- **A decision**: one client, one signature after the other, 300 in turns by the root user of an organization without policies and by
  a member of one with 100 users and 100 policies; the median of the differences of their medians.
- **Logins on one core**: people who were here before log in by a code that comes by text message, eight at once, each from an address
  of their own: four calls to the auth proxy, of which each opens the proxy's key and signs with it. The service is pinned to
  one core, clients and the receiver of the messages to the other. CPU is all of the service's process. The floor is that of whoami,
  four requests of it a login.
- **Ready**: from the start of the process until \`/ready\` said 200, 20 starts on a database that is there.
- **Memory**: \`VmRSS\` of the process; heap after a forced collection, every 50,000 requests. Nine of ten requests are whoami, one is
  a signature. The slope is fitted over the second half.
`;
