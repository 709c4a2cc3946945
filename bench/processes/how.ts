/** How the part is measured, for the README. */
export const processes = `\`latchkey serve\` runs once, then twice, on one PostgreSQL with \`fsync\` on. 16 clients, each with an
address of its own, sign, each one request after the other; then they log in, each through the four calls to the auth proxy with
the code from a text message. Service, database and clients share the machine, so that the figure says what a request costs more
than what a server can do. A conflict is a transaction that PostgreSQL undid since others were in its way, and that was run again.`;
