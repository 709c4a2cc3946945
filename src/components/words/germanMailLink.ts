import type { MailLinkWords } from '../english/mailLinkMessages.js';

/** The texts of e-mail links in German. */
export const germanMailLink: MailLinkWords = {
  sentLead: ['Wenn es zu ', ' ein Konto gibt, ist ein Link unterwegs. Öffne ihn in diesem Browser.'],
  pasteQuestion: 'Auf einem anderen Gerät geöffnet?',
  pasteLabel: 'Code vom anderen Gerät',
  sendAgain: 'Neuen Link senden',
  againReady: 'Du kannst jetzt einen neuen Link anfordern.',
  elsewhereTitle: 'Mach weiter, wo du begonnen hast',
  elsewhereLead:
    'Dieser Link funktioniert nur in dem Browser, in dem du begonnen hast. Kopiere diesen Code und füge ihn dort ein.',
  codeLabel: 'Dein Code',
  copyCode: 'Code kopieren',
  elsewhereNote: 'Füge ihn nur dort ein, wo du begonnen hast. Niemand sonst braucht ihn.',
  startOver: 'Neu beginnen',
  expiredTitle: 'Dieser Link ist abgelaufen',
  usedTitle: 'Dieser Link wurde schon benutzt',
  againLead: ['Fordere einen neuen für ', ' an.'],
  onceLead: 'Jeder Link funktioniert nur einmal und nur für kurze Zeit.',
  doneTitle: 'Du bist angemeldet',
  doneLead: 'Du kannst in diesem Tab weitermachen.',
  problems: {
    LINK_MALFORMED: 'Das ist nicht der ganze Code. Kopiere ihn vollständig.',
    LINK_FOR_ANOTHER_BROWSER: 'Gilt für einen anderen Browser. Fordere einen neuen Link an.',
    TOO_MANY_CODES: ({ wait = 'später' }) => `Zu viele Links angefordert. Versuch es ${wait} noch einmal.`,
  },
  login: {
    askLead: 'Wir senden dir einen Link per E\u2011Mail. Ganz ohne Passwort.',
    send: 'Link per E\u2011Mail senden',
    openedLead: ['Du hast den Link geöffnet, den wir an ', ' gesendet haben.'],
    openedByLink: 'Du hast einen Link zum Anmelden geöffnet.',
  },
  recovery: {
    title: 'Konto wiederherstellen',
    askLead: 'Du kannst dich nicht anmelden? Wir senden dir einen Link per E\u2011Mail.',
    send: 'Link per E\u2011Mail senden',
    openedLead: ['Erstelle einen Passkey für ', '. Damit meldest du dich künftig an.'],
    openedByLink: 'Erstelle einen Passkey. Damit meldest du dich künftig an.',
    createPasskey: 'Passkey erstellen',
    recoveredTitle: 'Konto wiederhergestellt',
    recoveredLead: 'Melde dich mit deinem neuen Passkey an.',
  },
};
