import { loadPage } from '@/components/load-page';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import type { Refusal } from '@/trpc/react';
import { STEP_PATHS, type Step } from './steps';

/** Opens the details step after the session ended; it offers a log-in that continues at this step. */
export function leaveForDetails(locale: Locale, away: Step): void {
  loadPage(localePath(locale, `${STEP_PATHS.details}?away=${away}`));
}

/** Whether the registration in progress has ended: without one, a code is only checked for a box. */
export function isRegistrationOver({ code, fieldErrors }: Refusal): boolean {
  return code === 'NOT_LOGGED_IN' || fieldErrors.items !== undefined;
}
