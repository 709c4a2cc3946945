import { createUsersHandler } from './createUsers.js';
import { createUserTagHandler } from './createUserTag.js';
import { deleteUsersHandler } from './deleteUsers.js';
import { deleteUserTagsHandler } from './deleteUserTags.js';
import { answerGetUser } from './getUser.js';
import { answerListUsers } from './listUsers.js';
import { answerListUserTags } from './listUserTags.js';
import { updateUserHandler } from './updateUser.js';
import { updateUserEmailHandler } from './updateUserEmail.js';
import { updateUserNameHandler } from './updateUserName.js';
import { updateUserPhoneNumberHandler } from './updateUserPhoneNumber.js';
import { updateUserTagHandler } from './updateUserTag.js';
import { answerWhoami } from './whoami.js';

export const usersHandlers = {
  createUsers: createUsersHandler,
  createUserTag: createUserTagHandler,
  deleteUsers: deleteUsersHandler,
  deleteUserTags: deleteUserTagsHandler,
  updateUser: updateUserHandler,
  updateUserEmail: updateUserEmailHandler,
  updateUserName: updateUserNameHandler,
  updateUserPhoneNumber: updateUserPhoneNumberHandler,
  updateUserTag: updateUserTagHandler,
};

export const usersAnswers = {
  getUser: answerGetUser,
  listUsers: answerListUsers,
  listUserTags: answerListUserTags,
  whoami: answerWhoami,
};
