/** What `latchkey --help` prints. */
const usage = `latchkey: login and embedded wallets for React, and the service behind them

  latchkey dev [--expose]
      A development service on http://localhost:4500, with an inbox at /dev/inbox.
      PORT, LATCHKEY_DATA (folder, default .latchkey). With --expose others may reach it
      (HOST, default 0.0.0.0), and /dev/ is gone.

  latchkey keygen
      Prints fresh secrets, and the key pair of a first root user.

  latchkey init --name <organization> --root-public-key <compressed P-256, hex>
      Makes the parent organization, and prints its public ids and trust keys as JSON.
      The same again changes nothing.

  latchkey serve
      A hosted service. It reads, each also from the file that <NAME>_FILE names:
      LATCHKEY_MASTER_KEY, LATCHKEY_CODE_PEPPER, LATCHKEY_PROXY_KEY   from latchkey keygen
      DATABASE_URL (PostgreSQL) or LATCHKEY_DATA (folder)             where the data lies
      DATABASE_POOL_SIZE (10)                                         most connections to PostgreSQL
      LATCHKEY_PUBLIC_URL   where it is reached, for logging in at X and Discord
      LATCHKEY_RETENTION_DAYS (30,7), LATCHKEY_RECORD_PER_HOUR (64,10000)   what is recorded
      LATCHKEY_RECORD_MIB_PER_ADDRESS (128)                           from one address
      LATCHKEY_DERIVATIONS_PER_MINUTE (200)                           wallet keys made
      SMTP_URL with MAIL_FROM, SMS_WEBHOOK_URL, SMS_WEBHOOK_TOKEN     how codes are sent
      PORT (4500), HOST (127.0.0.1), TRUSTED_PROXIES                  who may connect
      MAX_CONNECTIONS (4096), MAX_CONNECTIONS_PER_ADDRESS (64)        how many at once
      MAX_BODIES_MIB (64), MAX_BODIES_MIB_PER_ADDRESS (4), SMALL_BODY_KIB (16)
                                                                      bodies under way
      METRICS_PORT, METRICS_HOST (127.0.0.1)                          where GET /metrics is answered
      DASHBOARD=1, DASHBOARD_URL, DASHBOARD_PORT (PORT + 1), DASHBOARD_ORGANIZATION_ID
                                                                      where operators log in

  latchkey reseal [--forget <key id> …]
      Brings everything that is sealed under the first keys of LATCHKEY_MASTER_KEY and
      LATCHKEY_PROXY_KEY, beside a running service. It ends with 0 when no older key is needed.
      --forget does without a code pepper or proxy key that is lost or leaked: codes made with
      the one end, auth proxies get new API keys for the other.

  latchkey check [--json]
      Opens everything that is sealed, and names what does not open. It changes nothing.

  latchkey doctor [--resolver ADDRESS] [--dkim-selector NAME] [--json]
      Looks at what latchkey serve needs: settings, database, secrets, clocks, the SMTP server and
      the records of the sender's domain, the configuration, the public URL, the dashboard's, and
      their certificates. It says what is wrong and what to do (exit code 1), and changes nothing.
      What it cannot ask is unknown.

  latchkey send-test --to <e-mail address or phone number>
      Sends one message as codes are sent, by SMTP_URL or SMS_WEBHOOK_URL.

  latchkey trust [--dev]
      Prints the root of this service's App Proofs: base64 of DER, for apps that verify them.
      It is made where there is none yet, and is software. With --dev, that of the latchkey dev
      that runs on this machine (PORT).

  latchkey backup FILE
      A copy of the SQLite database, beside a running service. For PostgreSQL it prints the
      command to use.

  latchkey restore FILE
      Puts a backup in the database's place, once it is whole and opens with the secrets given,
      and keeps what was there under another name. No service may run on the folder.

  latchkey config get [NAME] [--json]
      The auth proxy's configuration, or one setting of it, as JSON; without --json one that is a
      text is printed as it is. As all commands below it runs as the root user of LATCHKEY_ROOT_KEY:
      with --url and --organization ID by that service, without them on the database itself, and
      with --dev by the latchkey dev of this machine (PORT, LATCHKEY_DATA), where no key is needed.

  latchkey config set [--public-clients] NAME=VALUE …   [--url … --organization ID | --dev]
      Changes settings, and says what changed, as otpLength: 6 -> 8. Values are JSON, or plain text:
      allowedOrigins=https://app.example.com otpLength=8
      A secret may stand in a file: turnstileSecretKey=@turnstile.key

  latchkey config export [FILE]   [--url … --organization ID | --dev]
      The configuration as a JSON file, which can be kept in git: without secrets, which are refused
      in one.

  latchkey config apply FILE [--dry-run] [--json]   [--url … --organization ID | --dev]
      Prints what differs from such a file, and changes it; what the file does not name stays as it
      is, and nothing is changed that somebody else has changed meanwhile. With --dry-run it changes
      nothing (exit code 1 where something differs). Where other root users must approve, it names
      the activity, and asks nobody twice.

  latchkey policies get   [--url … --organization ID | --dev]
      An organization's policies as a JSON file, which can be kept in git.

  latchkey policies lint FILE [--json]
      Says what is wrong with such a file, each with its place (exit code 1). It asks no service.

  latchkey policies diff FILE [--json]   [--url … --organization ID | --dev]
      Prints what has to be done so that the organization has the policies of the file, and no
      others (exit code 1 where something has).

  latchkey policies apply FILE [--json]   [--url … --organization ID | --dev]
      Prints the same and does it, denials first. It neither changes nor deletes a policy that
      somebody else has changed meanwhile. It stops where other root users must approve: called
      again, it goes on there.

  latchkey policies test FILE [--json]   [--url … --organization ID | --dev]
      Says whether the policies of the file hold its cases, or else those kept in the service, and
      changes nothing (exit code 1 where one does not hold).

  latchkey activities list [--status WORD] [--type CREATE_WALLET] [--by USER-ID]
      [--since 2026-11-01] [--until 2026-12-01T12:00Z] [--limit 20] [--json]
      [--url … --organization ID | --dev]
      What was done in an organization, newest first: all, or what one user asked for, from a day or
      time on, and before another.

  latchkey activities show ID   [--url … --organization ID | --dev]
      All that is kept of one activity, as JSON, found by its id or its fingerprint.

  latchkey activities export [--after ID]   [--url … --organization ID | --dev]
      All activities as lines of JSON; --after goes on behind an id, where it was cut off. It takes
      the filters of the list, too.

  latchkey admin enroll [TEXT] [--user ID]   [--url … --organization ID | --dev]
      Lets an operator log in at the dashboard (DASHBOARD_URL) by a passkey. Without TEXT it prints
      the page that makes one. With the TEXT that the page shows it asks for the eight characters
      beside it, and registers the passkey as the root user, for that user or for --user.

  latchkey admin who TEXT [--json]   [--url … --organization ID | --dev]
      Who that is, whether they can log in now, and if not, why and until when; with contacts,
      credentials, sessions, wallets, refused logins and the last activities. TEXT is an e-mail
      address, phone number, user or organization id, credential id, public key or wallet address,
      or the beginning of a name. Where it leads to several, they are listed.

  latchkey webhook list [--json]   [--url … --organization ID | --dev]
      The organization's webhook endpoints, each with its last deliveries.

  latchkey webhook test ID [--json]   [--url … --organization ID | --dev]
      Sends an event to an endpoint, and says what it answered: exit code 0 where it has taken it.

  latchkey sessions revoke USER|CONTACT|all [--json]   [--url … --organization ID | --dev]
      Ends the sessions of the organization's own users: of one, by id, e-mail address or phone
      number, or of all of them. It says how many, with --json which, a user a line. API keys and
      passkeys stay.

  latchkey template preview --kind code|login-link|recovery-link --subject TEXT --text FILE --html FILE
      [--language en] [--variables JSON] [--app Acme] [--out .]
      Looks at an e-mail template as the service does, and writes the mail that it makes to
      preview.txt and preview.html in the folder --out. It needs no service and no key.

  latchkey template put --name TEXT --kind … --subject TEXT --text FILE --html FILE
      [--language en] [--variables JSON] [--url … --organization ID | --dev]
      Creates the template of that name as the root user, as latchkey config does, or replaces
      what it says in that language, and prints its id. The names in --variables are its variables.

  latchkey --help | --version
`;

/**
 * What a command that was misread prints under its sentence, and what `--help` says of it: its own lines, so that the sentence stays in
 * sight.
 *
 * @param words - the words that the program was called with. Those of a subcommand, like `admin who`, lead to its lines alone.
 */
export function usageOf([command, subcommand]: readonly string[]): string {
  const parts = usage.split('\n\n').filter((part) => part.startsWith('  latchkey '));
  const of = (place: number, word: string | undefined) => (part: string) => part.trim().split(/\s+/)[place] === word;
  const own = parts.filter(of(1, command));
  const narrowed = own.filter(of(2, subcommand));
  const shown = narrowed.length > 0 ? narrowed : own;
  return shown.length > 0 ? `${shown.join('\n\n')}\n\nAll commands: latchkey --help\n` : usage;
}
