import type { MailLinkWords } from '../english/mailLinkMessages.js';

/** The texts of e-mail links in French. */
export const frenchMailLink: MailLinkWords = {
  sentLead: ['Si un compte existe pour ', ', un lien est en route. Ouvrez-le dans ce navigateur.'],
  pasteQuestion: 'Ouvert sur un autre appareil\u202f?',
  pasteLabel: 'Code de l’autre appareil',
  sendAgain: 'Envoyer un nouveau lien',
  againReady: 'Vous pouvez maintenant demander un nouveau lien.',
  elsewhereTitle: 'Terminez là où vous avez commencé',
  elsewhereLead:
    'Ce lien ne fonctionne que dans le navigateur où vous avez commencé. Copiez ce code et collez-le dans celui-ci.',
  codeLabel: 'Votre code',
  copyCode: 'Copier le code',
  elsewhereNote: 'Collez-le seulement là où vous avez commencé. Personne d’autre n’en a besoin.',
  startOver: 'Recommencer',
  expiredTitle: 'Ce lien a expiré',
  usedTitle: 'Ce lien a déjà été utilisé',
  againLead: ['Demandez-en un nouveau pour ', '.'],
  onceLead: 'Chaque lien ne fonctionne qu’une fois, et peu de temps.',
  doneTitle: 'Connexion réussie',
  doneLead: 'Vous pouvez continuer dans cet onglet.',
  problems: {
    LINK_MALFORMED: 'Ce code est incomplet. Copiez-le en entier.',
    LINK_FOR_ANOTHER_BROWSER: 'Ce code est pour un autre navigateur. Demandez un nouveau lien.',
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
    askLead: 'Connexion impossible\u202f? Nous vous enverrons un lien par e\u2011mail.',
    send: 'Envoyez-moi un lien',
    openedLead: ['Créez une clé d’accès pour ', '. Elle vous servira désormais à vous connecter.'],
    openedByLink: 'Créez une clé d’accès. Elle vous servira désormais à vous connecter.',
    createPasskey: 'Créer une clé d’accès',
    recoveredTitle: 'Compte récupéré',
    recoveredLead: 'Connectez-vous avec votre nouvelle clé d’accès.',
  },
};
