import { apiContext } from './context';
import { createCaller } from './root';

/**
 * Returns a tRPC caller for server components.
 * @param headers the headers of the page's request; the procedures use the session in its cookie
 */
export function serverCaller(headers: Headers) {
  return createCaller(apiContext(headers));
}
