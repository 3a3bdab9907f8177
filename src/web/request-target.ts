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

/** Matches what a normalised path does not contain: control characters, blanks, backslashes and dot segments. */
const UNNORMALISED = /[\0- \\\x7f]|\/\.{1,2}(\/|$)/;
/**
 * Matches the characters that a normalised path never percent-encodes: unreserved characters (RFC 3986, 6.2.2.2),
 * separators, the percent sign and control characters.
 */
const NEVER_ENCODED = /[\w.~/\\%\0-\x1f\x7f-]/;

/**
 * Whether the request has one meaning only: at most one `Host` field, no fragment, and a path in its normalised form.
 * Every other path can be read as another path by one of the handlers, for example `/x/../desk`, `/%64esk` or `/x\desk`.
 */
export function isUnambiguous({
  url = '/',
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'rawHeaders'>): boolean {
  const hosts = rawHeaders.filter(
    (name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  );
  return hosts.length <= 1 && !url.includes('#') && isNormalised(url.split('?', 1)[0] ?? '');
}

function isNormalised(path: string): boolean {
  const encoded = path.match(/%[\da-f]{2}/gi) ?? [];
  const isMinimal = encoded.every(
    (code) => !NEVER_ENCODED.test(String.fromCharCode(parseInt(code.slice(1), 16))),
  );
  return isMinimal && !UNNORMALISED.test(path);
}

const sameHost = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function addHost(request: IncomingMessage, host: string): void {
  request.rawHeaders.push('host', host);
  request.headers.host = host;
}
