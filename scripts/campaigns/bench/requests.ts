/** A request of a benchmark: a POST with JSON if there is a `body`, otherwise a GET. */
export interface Asked {
  path: string;
  cookie?: string;
  /** An API token. */
  token?: string;
  body?: unknown;
}

/** Returns a request as bytes for a keep-alive connection. */
export function requestBytes(port: number, { path, cookie, token, body }: Asked): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
}

/** Converts a request to a `Request` object for the API handler. */
export function toRequest({ path, cookie, token, body }: Asked): Request {
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (body === undefined) return new Request(`http://127.0.0.1${path}`, { headers });
  headers['content-type'] = 'application/json';
  return new Request(`http://127.0.0.1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/**
 * Checks that a response is successful. GraphQL returns errors with the status 200.
 * @throws Error with the beginning of the response
 */
export function requireSuccess(status: number, body: Buffer, path: string): void {
  if (status === 200 && !body.includes('"errors":[')) return;
  throw new Error(`${path} answered ${status}: ${body.toString('utf8', 0, 300)}`);
}

const trpcInput = (input: unknown) => JSON.stringify({ json: input });

/** Creates the request of a tRPC query. */
export const trpcQuery = (name: string, input?: unknown): Asked => ({
  path: `/api/trpc/${name}${input === undefined ? '' : `?input=${encodeURIComponent(trpcInput(input))}`}`,
});

/** Creates the request of a tRPC mutation. */
export const trpcMutation = (name: string, input: unknown): Asked => ({
  path: `/api/trpc/${name}`,
  body: { json: input },
});

export const graphql = (query: string, variables: Record<string, unknown> = {}): Asked => ({
  path: '/api/graphql',
  body: { query, variables },
});
