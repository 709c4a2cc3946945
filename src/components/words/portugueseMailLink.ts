import type { MailLinkWords } from '../english/mailLinkMessages.js';

/** The texts of e-mail links in Portuguese. */
export const portugueseMailLink: MailLinkWords = {
  sentLead: ['Se houver uma conta com ', ', um link está a caminho. Abra-o neste navegador.'],
  pasteQuestion: 'Abriu em outro dispositivo?',
  pasteLabel: 'Código do outro dispositivo',
  sendAgain: 'Enviar um novo link',
  againReady: 'Agora você pode pedir um novo link.',
  elsewhereTitle: 'Termine onde começou',
  elsewhereLead: 'Este link só funciona no navegador em que você começou. Copie este código e cole-o lá.',
  codeLabel: 'Seu código',
  copyCode: 'Copiar o código',
  elsewhereNote: 'Cole-o só onde você começou. Ninguém mais precisa dele.',
  startOver: 'Começar de novo',
  expiredTitle: 'Este link expirou',
  usedTitle: 'Este link já foi usado',
  againLead: ['Peça um novo para ', '.'],
  onceLead: 'Cada link funciona uma única vez e por pouco tempo.',
  doneTitle: 'Você entrou',
  doneLead: 'Você pode continuar nesta aba.',
  problems: {
    LINK_MALFORMED: 'O código está incompleto. Copie-o por inteiro.',
    LINK_FOR_ANOTHER_BROWSER: 'Esse código é de outro navegador. Peça um novo link.',
    TOO_MANY_CODES: ({ wait = 'mais tarde' }) => `Muitos links solicitados. Tente de novo ${wait}.`,
  },
  login: {
    askLead: 'Enviaremos um link por e\u2011mail. Você não precisa de senha.',
    send: 'Enviar link por e\u2011mail',
    openedLead: ['Você abriu o link que enviamos para ', '.'],
    openedByLink: 'Você abriu um link para entrar.',
  },
  recovery: {
    title: 'Recupere sua conta',
    askLead: 'Não consegue entrar? Enviaremos um link por e\u2011mail.',
    send: 'Enviar link por e\u2011mail',
    openedLead: ['Crie uma chave de acesso para ', '. Com ela você entra a partir de agora.'],
    openedByLink: 'Crie uma chave de acesso. Com ela você entra a partir de agora.',
    createPasskey: 'Criar uma chave de acesso',
    recoveredTitle: 'Conta recuperada',
    recoveredLead: 'Entre com sua nova chave de acesso.',
  },
};
