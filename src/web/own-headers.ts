import type { IncomingMessage } from 'node:http';

/**
 * Writes a header of ours into a request, over whatever the caller wrote there; null takes it off. Both forms of the
 * headers are kept by Node side by side, and each of our two handlers reads another one.
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
