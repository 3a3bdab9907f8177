import type { Ctx } from '../context';

/** What LINE told us of somebody who is about to register; `email` proves nothing. */
export interface LineRegistration {
  subject: string;
  displayName: string | null;
  email: string | null;
  friend: boolean;
}

/** The registration with LINE that this browser has in progress; null when there is none or it is too old. */
export function findLineRegistration(_ctx: Ctx, _secret: string | null): Promise<LineRegistration | null> {
  return Promise.resolve(null);
}
