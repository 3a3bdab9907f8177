import { apiContext } from './context';
import { createCaller } from './root';

/** Returns a caller for server components, with the session of the page's own request. */
export function serverCaller(headers: Headers) {
  return createCaller(apiContext(headers));
}
