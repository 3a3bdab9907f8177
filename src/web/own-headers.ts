import type { IncomingMessage } from 'node:http';

/**
 * Sets a trusted header of a request and overwrites the caller's own value; null deletes it. Node keeps both forms of the
 * headers side by side, and the API handler and Next read different ones.
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
