import type { IncomingMessage } from 'node:http';

/**
 * Sets a trusted header of a request and replaces a value that the caller sent. A null value deletes the
 * header. Node stores the headers in two forms: the API handler reads one, Next the other. So both are
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
