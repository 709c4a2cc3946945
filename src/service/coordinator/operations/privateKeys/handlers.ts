import { createPrivateKeysHandler } from './createPrivateKeys.js';
import { createPrivateKeyTagHandler } from './createPrivateKeyTag.js';
import { deletePrivateKeysHandler } from './deletePrivateKeys.js';
import { deletePrivateKeyTagsHandler } from './deletePrivateKeyTags.js';
import { answerGetPrivateKey } from './getPrivateKey.js';
import { answerListPrivateKeys } from './listPrivateKeys.js';
import { answerListPrivateKeyTags } from './listPrivateKeyTags.js';
import { updatePrivateKeyTagHandler } from './updatePrivateKeyTag.js';

export const privateKeysHandlers = {
  createPrivateKeys: createPrivateKeysHandler,
  createPrivateKeyTag: createPrivateKeyTagHandler,
  deletePrivateKeys: deletePrivateKeysHandler,
  deletePrivateKeyTags: deletePrivateKeyTagsHandler,
  updatePrivateKeyTag: updatePrivateKeyTagHandler,
};

export const privateKeysAnswers = {
  getPrivateKey: answerGetPrivateKey,
  listPrivateKeys: answerListPrivateKeys,
  listPrivateKeyTags: answerListPrivateKeyTags,
};
