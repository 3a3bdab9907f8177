import type { ApiContext } from '../trpc';

/** Returns the result of `work`. If the input has a password, then also replaces the secret of the session. */
export async function renewAfter<T>(
  ctx: Pick<ApiContext, 'renewSession'>,
  input: { password?: string } | undefined,
  work: Promise<T>,
): Promise<T> {
  const result = await work;
  if (input?.password !== undefined) await ctx.renewSession();
  return result;
}
