import { apiContext } from './context';
import { createDeskCaller } from './desk/root';
import { createCaller } from './root';

/**
 * Returns a tRPC caller for server components.
 * @param headers the headers of the page's request; the procedures use the session in its cookie
 */
export function serverCaller(headers: Headers) {
  return createCaller(apiContext(headers));
}

/** Returns a caller of the desk's procedures for server components, as `serverCaller`. */
export function deskServerCaller(headers: Headers) {
  return createDeskCaller(apiContext(headers));
}
