import { logInPath } from '@/locales/paths';
import { loadPage } from '../load-page';
import { keepInput } from './kept-input';

/** Goes to log in, and from there back to this very page, where what is typed now is typed still. */
export function leaveForLogin(): void {
  keepInput();
  const { pathname, search } = window.location;
  const locale = document.documentElement.lang === 'th' ? 'th' : 'en';
  loadPage(logInPath(locale, pathname + search));
}
