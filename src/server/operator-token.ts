import { createHash, timingSafeEqual } from 'node:crypto';
import { settings } from '@/env';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether an `Authorization` header carries the operator's bearer token; takes as long whatever it says. */
export function isOperatorToken(authorization: string | null | undefined): boolean {
  const bearer = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  return bearer !== undefined && timingSafeEqual(digest(bearer), digest(settings().OPERATOR_TOKEN));
}
