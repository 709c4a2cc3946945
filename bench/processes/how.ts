/** How the part is measured, for the README. */
export const processes = `\`latchkey serve\` runs first as one process, then as two, on one PostgreSQL with \`fsync\` on. 16 clients, each
with its own address, sign, each one request after the other. Then they log in, each through the four calls to the auth proxy with
the code from a text message. Service, database and clients share the machine, so the figures show what a request costs rather
than what a server can do. A conflict is a transaction that PostgreSQL rolled back because of another one, and that ran again.`;
