import { answerGetUser } from './getUser.js';
import { answerWhoami } from './whoami.js';

export const usersAnswers = {
  getUser: answerGetUser,
  whoami: answerWhoami,
};
