import type { MailLinkWords } from '../english/mailLinkMessages.js';

/** The texts of e-mail links in Spanish. */
export const spanishMailLink: MailLinkWords = {
  sentLead: ['Si hay una cuenta con ', ', un enlace está en camino. Ábrelo en este navegador.'],
  pasteQuestion: '¿Lo abriste en otro dispositivo?',
  pasteLabel: 'Código del otro dispositivo',
  sendAgain: 'Enviar un enlace nuevo',
  againReady: 'Ya puedes pedir un enlace nuevo.',
  elsewhereTitle: 'Termina donde empezaste',
  elsewhereLead: 'Este enlace solo funciona en el navegador donde empezaste. Copia este código y pégalo allí.',
  codeLabel: 'Tu código',
  copyCode: 'Copiar el código',
  elsewhereNote: 'Pégalo solo donde empezaste. Nadie más lo necesita.',
  startOver: 'Empezar de nuevo',
  expiredTitle: 'Este enlace ha caducado',
  usedTitle: 'Este enlace ya se usó',
  againLead: ['Pide uno nuevo para ', '.'],
  onceLead: 'Cada enlace funciona una sola vez y por poco tiempo.',
  doneTitle: 'Has iniciado sesión',
  doneLead: 'Puedes seguir en esta pestaña.',
  problems: {
    LINK_MALFORMED: 'No es el código completo. Cópialo entero.',
    LINK_FOR_ANOTHER_BROWSER: 'Ese código es para otro navegador. Pide un enlace nuevo.',
    TOO_MANY_CODES: ({ wait = 'más tarde' }) => `Demasiados enlaces solicitados. Inténtalo de nuevo ${wait}.`,
  },
  login: {
    askLead: 'Te enviaremos un enlace por correo. No necesitas contraseña.',
    send: 'Envíame un enlace',
    openedLead: ['Abriste el enlace que enviamos a ', '.'],
    openedByLink: 'Abriste un enlace para iniciar sesión.',
  },
  recovery: {
    title: 'Recupera tu cuenta',
    askLead: '¿No puedes iniciar sesión? Te enviaremos un enlace por correo.',
    send: 'Envíame un enlace',
    openedLead: ['Crea una llave de acceso para ', '. Con ella entrarás desde ahora.'],
    openedByLink: 'Crea una llave de acceso. Con ella entrarás desde ahora.',
    createPasskey: 'Crear una llave de acceso',
    recoveredTitle: 'Cuenta recuperada',
    recoveredLead: 'Inicia sesión con tu nueva llave de acceso.',
  },
};
