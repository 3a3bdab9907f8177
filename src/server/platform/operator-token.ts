import { settings } from '@/settings/settings';
import { isOneOf } from './equal-secrets';

export type OperatorToken = 'none' | 'right' | 'wrong';

/** Returns the bearer token of an `Authorization` header; null without the header, '' for another form of it. */
export function readBearer(authorization: string | null | undefined): string | null {
  if (authorization === null || authorization === undefined) return null;
  return /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '';
}

/** Compares a bearer token with OPERATOR_TOKEN, which may do everything. It is for the start and for emergencies. */
export function compareOperatorToken(bearer: string | null): OperatorToken {
  if (bearer === null) return 'none';
  return isOneOf(settings().OPERATOR_TOKEN, bearer) ? 'right' : 'wrong';
}
