/** How the part is measured, for the README. */
export const growth = `A store is filled by SQL in the real tables with 10^3, 10^4, 10^5 and 10^6 sub-organizations, each with its
user, API key, credential, contact, wallet, account, signup, signature, votes, code and token, all copies of one person whom the
service itself signed up; the parent holds as many activities and as many accounts. A hundred more people sign up through the
service, and another one makes 99 more users and 100 policies, of which one lets one of those sign. Then each trip goes to one store
after the other, so that what else the machine does falls on all alike; requests go into the service in the same process, without a
network. A login is the sum of its four calls to the auth proxy. The goal is that the median in the largest store is at most 1.5
times that in the smallest, and that 100 policies add at most 1 ms to a signature. SQLite commits with \`synchronous = full\`,
PostgreSQL with \`fsync\` on.`;
