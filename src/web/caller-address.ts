import type { IncomingMessage } from 'node:http';

const NAME = 'x-ira-address';

/**
 * Writes where a request came from into its headers, over whatever the caller wrote there. Both forms of the headers
 * are kept by Node side by side, and each of our two handlers reads another one.
 */
export function stampAddress(request: IncomingMessage): void {
  const address = request.socket.remoteAddress ?? 'unknown';
  for (let at = request.rawHeaders.length - 2; at >= 0; at -= 2) {
    if (request.rawHeaders[at]?.toLowerCase() === NAME) request.rawHeaders.splice(at, 2);
  }
  request.rawHeaders.push(NAME, address);
  request.headers[NAME] = address;
}
