import { createHash, timingSafeEqual } from 'node:crypto';
import { settings } from '@/env';

const digest = (text: string) => createHash('sha256').update(text).digest();

export type OperatorToken = 'none' | 'right' | 'wrong';

/** Reads the operator's bearer token from an `Authorization` header; takes as long whatever it says. */
export function readOperatorToken(authorization: string | null | undefined): OperatorToken {
  if (authorization === null || authorization === undefined) return 'none';
  const bearer = /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '';
  return timingSafeEqual(digest(bearer), digest(settings().OPERATOR_TOKEN)) ? 'right' : 'wrong';
}
