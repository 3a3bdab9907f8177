import { apiContext } from './context';
import { createCaller } from './root';

/**
 * Returns a tRPC caller for server components.
 * @param headers the headers of the page's request, whose session the procedures use
 */
export function serverCaller(headers: Headers) {
  return createCaller(apiContext(headers));
}
