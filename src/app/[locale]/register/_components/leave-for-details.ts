import { loadPage } from '@/components/load-page';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import type { Refusal } from '@/trpc/react';
import { STEP_PATHS, type Step } from './steps';

/**
 * Opens the details step after the session has ended. The details step offers a log-in that returns to the
 * step `away`.
 */
export function leaveForDetails(locale: Locale, away: Step): void {
  loadPage(localePath(locale, `${STEP_PATHS.details}?away=${away}`));
}

/**
 * Whether an error of `applyCode` means that there is no registration in progress. The call then requires a
 * box (`items`).
 */
export function isRegistrationOver({ code, fieldErrors }: Refusal): boolean {
  return code === 'NOT_LOGGED_IN' || fieldErrors.items !== undefined;
}
