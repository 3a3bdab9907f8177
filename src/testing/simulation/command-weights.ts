import { DESK_COMMANDS } from './desk-commands';
import { ONE_DELIVERY_COMMANDS } from './one-delivery-commands';
import { REWARD_COMMANDS } from './reward-commands';

/** Weights of the commands in a random draw. */
export const COMMANDS = {
  skip: 30,
  unskip: 14,
  changeBox: 14,
  changeFrequency: 6,
  changePaymentDay: 8,
  move: 6,
  pause: 5,
  resume: 3,
  orderNow: 20,
  addCard: 10,
  addDeclinedCard: 5,
  cancel: 5,
  reactivate: 14,
  convertToOffline: 6,
  convertToCard: 7,
  convertToBankAccount: 9,
  removeBankAccount: 2,
  requestPaymentLink: 6,
  requestTaxInvoice: 10,
  ...ONE_DELIVERY_COMMANDS,
  ...REWARD_COMMANDS,
  ...DESK_COMMANDS,
} as const;
export type Command = keyof typeof COMMANDS;

/** Weights of the commands in a random draw within a second of a cut-off. */
export const CUT_OFF_COMMANDS: Partial<Record<Command, number>> = {
  skip: 5,
  unskip: 3,
  changeBox: 2,
  changePaymentDay: 2,
  changeFrequency: 1,
  changeOrderBox: 2,
  restoreOrderBox: 1,
  setOrderAddress: 1,
  move: 1,
  pause: 1,
  resume: 1,
  orderNow: 4,
  cancel: 2,
  convertToOffline: 1,
};
