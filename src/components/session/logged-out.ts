/** Whether a call failed because there is no session. */
export function isLoggedOut(refusal: unknown): boolean {
  return (
    typeof refusal === 'object' && refusal !== null && 'code' in refusal && refusal.code === 'NOT_LOGGED_IN'
  );
}
