import { logInPath } from '@/locales/paths';
import { loadPage } from '../load-page';
import { keepInput } from './kept-input';

/** Opens log-in, which returns to this page and restores the typed input. */
export function leaveForLogin(): void {
  keepInput();
  const { pathname, search } = window.location;
  const locale = document.documentElement.lang === 'th' ? 'th' : 'en';
  loadPage(logInPath(locale, pathname + search));
}
