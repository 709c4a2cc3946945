import type { MailLinkWords } from '../mailLinkMessages.js';

/** The texts of e-mail links in Portuguese. */
export const portugueseMailLink: MailLinkWords = {
  sentLead: ['Se ', ' tiver uma conta, um link está a caminho. Abra-o neste navegador.'],
  pasteQuestion: 'Abriu em outro aparelho?',
  pasteLabel: 'Código do outro aparelho',
  sendAgain: 'Enviar um novo link',
  againReady: 'Você já pode enviar um novo link.',
  elsewhereTitle: 'Termine onde começou',
  elsewhereLead: 'Este link só funciona no navegador em que você começou. Copie este código e cole lá.',
  codeLabel: 'Seu código',
  copyCode: 'Copiar o código',
  elsewhereNote: 'Cole só onde você começou. Ninguém mais precisa dele.',
  startOver: 'Começar de novo',
  expiredTitle: 'Este link expirou',
  usedTitle: 'Este link já foi usado',
  againLead: ['Envie um novo para ', '.'],
  onceLead: 'Cada link funciona uma vez e por pouco tempo.',
  doneTitle: 'Você entrou',
  doneLead: 'Você pode continuar nesta aba.',
  problems: {
    LINK_MALFORMED: 'Não é o código completo. Copie tudo.',
    LINK_FOR_ANOTHER_BROWSER: 'É de outro navegador. Envie um novo link.',
    TOO_MANY_CODES: ({ wait = 'mais tarde' }) => `Links demais pedidos. Tente de novo ${wait}.`,
  },
  login: {
    askLead: 'Vamos enviar um link por e\u2011mail. Sem senha.',
    send: 'Enviar o link',
    openedLead: ['Você abriu o link que enviamos para ', '.'],
    openedByLink: 'Você abriu um link para entrar.',
  },
  recovery: {
    title: 'Recupere sua conta',
    askLead: 'Não consegue entrar? Vamos enviar um link.',
    send: 'Enviar o link',
    openedLead: ['Crie uma chave de acesso para ', '. Com ela você entra a partir de agora.'],
    openedByLink: 'Crie uma chave de acesso. Com ela você entra a partir de agora.',
    createPasskey: 'Criar uma chave de acesso',
    recoveredTitle: 'Sua conta está de volta',
    recoveredLead: 'Entre com sua nova chave de acesso.',
  },
};
