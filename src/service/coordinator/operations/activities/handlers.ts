import { approveActivityHandler } from './approveActivity.js';
import { answerGetActivity } from './getActivity.js';
import { answerListActivities } from './listActivities.js';
import { rejectActivityHandler } from './rejectActivity.js';

export const activitiesHandlers = {
  approveActivity: approveActivityHandler,
  rejectActivity: rejectActivityHandler,
};

export const activitiesAnswers = {
  getActivity: answerGetActivity,
  listActivities: answerListActivities,
};
