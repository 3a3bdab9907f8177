import { findBegun, resumeRegistration } from '../../subscriber/account/resume-registration';
import type { ApiContext } from '../trpc';

interface RegistrationRequest {
  ctx: ApiContext;
  input: unknown;
}

/**
 * Starts a session for the registration that a crashed request created. That request stored no response. Does nothing
 * if no such registration exists.
 * @param since the time at which the crashed request started
 */
export async function resumeStoppedRequest(request: RegistrationRequest, since: Date): Promise<void> {
  const { email } = request.input as { email?: unknown };
  if (typeof email !== 'string') return;
  const registrationId = await findBegun(request.ctx, email, since);
  if (registrationId !== null) await resumeSession(request, registrationId);
}

/** Starts a session for the registration of a repeated request. Does nothing if the caller already has a session. */
export async function resumeSession(
  { ctx, input }: RegistrationRequest,
  registrationId: string,
): Promise<void> {
  if ((await ctx.session()) !== null) return;
  const { password } = input as { password?: unknown };
  const proof = {
    password: typeof password === 'string' ? password : null,
    lineSecret: ctx.cookie('line-registration'),
  };
  const secret = await resumeRegistration(ctx, registrationId, proof, ctx.caller);
  if (secret === null) return;
  await ctx.giveSession(secret);
  if (proof.password === null) ctx.giveCookie('line-registration', null);
}

/** Returns the registration id in the JSON text of a response; '' if the response contains no registration id. */
export function registrationIdIn(text: string): string {
  const { data } = JSON.parse(text) as { data?: { registrationId?: unknown } };
  return typeof data?.registrationId === 'string' ? data.registrationId : '';
}
