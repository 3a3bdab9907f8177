export interface ApiResponse {
  status: number;
  code: string | undefined;
  data: Record<string, unknown> | undefined;
}

/** The process was killed before it had responded. */
export class ConnectionLost extends Error {}

/** Creates an HTTP client that stores cookies and sends the given idempotency key. It throws ConnectionLost. */
export function createClient(cookies: Readonly<Record<string, string>> = {}, host = '127.0.0.1') {
  const jar = new Map(Object.entries(cookies));
  const request = async (port: number, path: string, key: string, body?: unknown): Promise<ApiResponse> => {
    const response = await fetch(`http://${host}:${port}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(key === '' ? {} : { 'idempotency-key': key }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    for (const given of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
      jar.set(name, value);
    }
    return { status: response.status, ...readResponse(await response.json()) };
  };
  return (...given: Parameters<typeof request>) =>
    request(...given).catch((cause: unknown) => {
      throw new ConnectionLost('no response', { cause });
    });
}

/** Reads a response of the REST API or of tRPC. */
function readResponse(body: unknown): Omit<ApiResponse, 'status'> {
  const { code, data, result, error } = body as Omit<ApiResponse, 'status'> & {
    result?: { data: { json: ApiResponse['data'] } };
    error?: { json: { data: { appCode: string } } };
  };
  return { code: error?.json.data.appCode ?? code, data: result?.data.json ?? data };
}
