import account from './account';
import auth from './auth';
import common from './common';
import declines from './declines';
import emails from './emails';
import errors from './errors';
import orders from './orders';
import payments from './payments';
import register from './register';
import site from './site';
import validation from './validation';

export default {
  account,
  auth,
  common,
  declines,
  emails,
  errors,
  orders,
  payments,
  register,
  site,
  validation,
} as const;
