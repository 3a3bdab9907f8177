import account from './account';
import auth from './auth';
import box from './box';
import cancelReasons from './cancel-reasons';
import cards from './cards';
import common from './common';
import declines from './declines';
import details from './details';
import emails from './emails';
import errors from './errors';
import orders from './orders';
import payments from './payments';
import register from './register';
import site from './site';
import subscription from './subscription';
import validation from './validation';

export default {
  account,
  auth,
  box,
  cancelReasons,
  cards,
  common,
  declines,
  details,
  emails,
  errors,
  orders,
  payments,
  register,
  site,
  subscription,
  validation,
} as const;
