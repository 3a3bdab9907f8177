import type { IncomingMessage } from 'node:http';

/**
 * Sets a trusted header of a request. A value that the caller sent is replaced, or deleted if `value` is
 * null. Node stores headers in two forms: the API handler reads one form, Next the other. So both forms are
 * changed.
 */
export function writeOwnHeader(
  request: IncomingMessage,
  name: 'x-ira-address' | 'x-ira-maintenance',
  value: string | null,
): void {
  for (let at = request.rawHeaders.length - 2; at >= 0; at -= 2) {
    if (request.rawHeaders[at]?.toLowerCase() === name) request.rawHeaders.splice(at, 2);
  }
  if (value === null) {
    request.headers[name] = undefined;
    return;
  }
  request.rawHeaders.push(name, value);
  request.headers[name] = value;
}
