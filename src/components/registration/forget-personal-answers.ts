import { deviceNow } from '../device-clock';
import { DRAFT_KEY, personalUntil, withoutOldPersonal } from './personal-answers';

/** Deletes the personal answers of a registration after 24 hours, on any page that this device opens. */
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

/** @returns the instant (ms) of the next call; null without personal answers */
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
