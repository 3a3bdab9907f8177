/** Whether the error of a call means that there is no session. */
export function isLoggedOut(refusal: unknown): boolean {
  return (
    typeof refusal === 'object' && refusal !== null && 'code' in refusal && refusal.code === 'NOT_LOGGED_IN'
  );
}
