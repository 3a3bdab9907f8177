/** Returns `{"status":"ok","data":…}` with status 200. @param beside additional top-level fields */
export function ok(data: unknown, beside: Record<string, unknown> = {}): Response {
  return json(200, { status: 'ok', data, ...beside });
}

/** Returns `{"status":"error","code":…,"message":…}` with the given status. */
export function refuse(status: number, code: string, message: string): Response {
  return json(status, { status: 'error', code, message });
}

export function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });
}

export const nothingHere = (path: string) => refuse(404, 'NOT_FOUND', `nothing at ${path}`);
