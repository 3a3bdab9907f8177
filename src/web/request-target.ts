import type { IncomingMessage } from 'node:http';

/** The paths that a load balancer may call without the header `Host`. */
const HEALTH_CHECK = /^\/api\/(health|ready)\/?(\?|$)/;
/** Matches an absolute URL in a request line: its host with port, and the rest. */
const ABSOLUTE = /^https?:\/\/([^/?#]+)(.*)$/i;

/**
 * Gives a request the form that the API and the pages read. Replaces an absolute URL in the request line by its path if
 * its host is that of the header `Host` (RFC 9112, 3.2.2). Adds the header `Host` to a health check without one, which
 * HAProxy sends.
 */
export function normalizeTarget(request: IncomingMessage): void {
  const { url = '/', headers, httpVersion } = request;
  const [, host = '', rest = ''] = ABSOLUTE.exec(url) ?? [];
  const isOwn = headers.host === undefined ? httpVersion === '1.0' : sameHost(headers.host, host);
  if (host !== '' && isOwn) {
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    if (headers.host === undefined) addHost(request, host);
  } else if (headers.host === undefined && HEALTH_CHECK.test(url)) addHost(request, 'localhost');
}

const sameHost = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function addHost(request: IncomingMessage, host: string): void {
  request.rawHeaders.push('host', host);
  request.headers.host = host;
}
