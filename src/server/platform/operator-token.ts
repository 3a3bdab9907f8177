import { settings } from '@/env';
import { isOneOf } from './equal-secrets';

export type OperatorToken = 'none' | 'right' | 'wrong';

/** Reads the operator's bearer token from an `Authorization` header; takes as long whatever it says. */
export function readOperatorToken(authorization: string | null | undefined): OperatorToken {
  if (authorization === null || authorization === undefined) return 'none';
  const bearer = /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '';
  return isOneOf(settings().OPERATOR_TOKEN, bearer) ? 'right' : 'wrong';
}
