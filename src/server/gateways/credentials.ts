/**
 * Sends a call with the first credential. After a 401 response, sends the call again with the next credential. A call
 * with a 401 response has changed nothing.
 */
export async function withEachCredential<C, A extends object>(
  credentials: readonly C[],
  send: (credential: C) => Promise<A>,
): Promise<A> {
  const [first, ...others] = credentials;
  if (first === undefined) throw new Error('no credential is set');
  const answer = await send(first);
  const isUnknown = 'status' in answer && answer.status === 401;
  return isUnknown && others.length > 0 ? withEachCredential(others, send) : answer;
}
