import type { MailLinkWords } from '../mailLinkMessages.js';

/** The texts of e-mail links in French. */
export const frenchMailLink: MailLinkWords = {
  sentLead: ['Si ', ' a un compte, un lien est en route. Ouvrez-le dans ce navigateur.'],
  pasteQuestion: 'Ouvert sur un autre appareil\u202f?',
  pasteLabel: 'Code de l’autre appareil',
  sendAgain: 'Envoyer un nouveau lien',
  againReady: 'Vous pouvez envoyer un nouveau lien.',
  elsewhereTitle: 'Terminez là où vous étiez',
  elsewhereLead: 'Ce lien ne marche que dans le navigateur de départ. Copiez ce code et collez-le là-bas.',
  codeLabel: 'Votre code',
  copyCode: 'Copier le code',
  elsewhereNote: 'Collez-le seulement là où vous avez commencé. Personne d’autre n’en a besoin.',
  startOver: 'Recommencer',
  expiredTitle: 'Ce lien a expiré',
  usedTitle: 'Ce lien a déjà servi',
  againLead: ['Envoyez-en un nouveau à ', '.'],
  onceLead: 'Chaque lien sert une seule fois, pendant peu de temps.',
  doneTitle: 'Vous êtes connecté',
  doneLead: 'Vous pouvez continuer dans cet onglet.',
  problems: {
    LINK_MALFORMED: 'Ce n’est pas le code entier. Copiez-le en entier.',
    LINK_FOR_ANOTHER_BROWSER: 'Ce code est pour un autre navigateur. Envoyez un nouveau lien.',
    TOO_MANY_CODES: ({ wait = 'plus tard' }) => `Trop de liens demandés. Réessayez ${wait}.`,
  },
  login: {
    askLead: 'Nous vous enverrons un lien par e\u2011mail. Sans mot de passe.',
    send: 'Envoyez-moi un lien',
    openedLead: ['Vous avez ouvert le lien envoyé à ', '.'],
    openedByLink: 'Vous avez ouvert un lien de connexion.',
  },
  recovery: {
    title: 'Récupérer votre compte',
    askLead: 'Vous n’arrivez plus à entrer\u202f? Recevez un lien par e\u2011mail.',
    send: 'Envoyez-moi un lien',
    openedLead: ['Créez une clé d’accès pour ', '. Elle vous connectera désormais.'],
    openedByLink: 'Créez une clé d’accès. Elle vous connectera désormais.',
    createPasskey: 'Créer une clé d’accès',
    recoveredTitle: 'Votre compte est récupéré',
    recoveredLead: 'Connectez-vous avec votre nouvelle clé d’accès.',
  },
};
