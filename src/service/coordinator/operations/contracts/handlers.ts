import { createSmartContractInterfaceHandler } from './createSmartContractInterface.js';
import { deleteSmartContractInterfaceHandler } from './deleteSmartContractInterface.js';
import { answerGetSmartContractInterface } from './getSmartContractInterface.js';
import { answerListSmartContractInterfaces } from './listSmartContractInterfaces.js';

export const contractsHandlers = {
  createSmartContractInterface: createSmartContractInterfaceHandler,
  deleteSmartContractInterface: deleteSmartContractInterfaceHandler,
};

export const contractsAnswers = {
  getSmartContractInterface: answerGetSmartContractInterface,
  listSmartContractInterfaces: answerListSmartContractInterfaces,
};
