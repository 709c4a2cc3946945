/** How the part is measured, for the README. */
export const growth = `A store is filled by SQL with 10^3, 10^4, 10^5 and 10^6 sub-organizations in the real tables. Each has a user, API
key, credential, contact, wallet, account, signup, signature, votes, code and token, copied from one person who signed up through the
service. The parent has as many activities and as many accounts. A hundred more people sign up through the service. In one more
organization there are 100 users and 100 policies, of which one lets one of the users sign. The stores take turns with each kind of
request, so that other work on the machine affects all of them alike. Requests go to the service in the same process, without a
network. A login is the sum of its four calls to the auth proxy. The goal is that the median in the largest store is at most 1.5
times that in the smallest, and that 100 policies add at most 1 ms to a signature. SQLite commits with \`synchronous = full\`,
PostgreSQL with \`fsync\` on.`;
