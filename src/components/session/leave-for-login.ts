import { logInPath } from '@/locales/paths';
import { loadPage } from '../load-page';
import { keepInput } from './kept-input';

/** Stores unsaved input and opens log-in. After log-in, this page opens again and restores the input. */
export function leaveForLogin(): void {
  keepInput();
  const { pathname, search } = window.location;
  const locale = document.documentElement.lang === 'th' ? 'th' : 'en';
  loadPage(logInPath(locale, pathname + search));
}
