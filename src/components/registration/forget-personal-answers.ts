import { deviceNow } from '../device-clock';
import { DRAFT_KEY, personalUntil, withoutOldPersonal } from './personal-answers';

/**
 * Deletes stored personal answers of a registration when they are 24 hours old. Runs on every page.
 * @param signal stops further checks
 */
export function forgetPersonalAnswers(signal: AbortSignal): void {
  let timer: number | undefined;
  const forget = () => {
    window.clearTimeout(timer);
    const until = deleteOldPersonal(deviceNow());
    if (until !== null) timer = window.setTimeout(forget, until - deviceNow());
  };
  forget();
  document.addEventListener('visibilitychange', forget, { signal });
  signal.addEventListener('abort', () => window.clearTimeout(timer));
}

/**
 * Deletes expired personal answers.
 * @returns when the remaining answers expire, in milliseconds since 1970; null if there are none
 */
function deleteOldPersonal(now: number): number | null {
  try {
    const saved = JSON.parse(window.localStorage.getItem(DRAFT_KEY) ?? 'null') as object | null;
    if (saved === null) return null;
    const left = withoutOldPersonal(saved, now);
    if (left !== saved) window.localStorage.setItem(DRAFT_KEY, JSON.stringify(left));
    return personalUntil(left);
  } catch {
    return null;
  }
}
