export interface RequestOptions {
  method?: string;
  payload?: unknown;
}

export interface OkAnswer<T> {
  status: 'ok';
  data: T;
}

/**
 * Sends a request as the specification defines it (section 7). The payload is sent as JSON; an empty payload
 * is not sent.
 * @returns the parsed response, whose status is "ok"
 * @throws the parsed response itself if its status is not "ok"; Error("Missing URL for request") without a
 *   URL
 */
export async function request<T = unknown>(
  url: string | null | undefined,
  { method = 'GET', payload }: RequestOptions = {},
): Promise<OkAnswer<T>> {
  if (!url) throw new Error('Missing URL for request');
  const hasBody = hasContent(payload);
  const response = await fetch(url, {
    method,
    ...(hasBody && { body: JSON.stringify(payload) }),
    headers: {
      ...(hasBody && { 'content-type': 'application/json' }),
      // A page gets its messages in its own language.
      ...(typeof document !== 'undefined' && { 'x-ira-locale': document.documentElement.lang }),
    },
  });
  const answer = (await response.json()) as OkAnswer<T> | { status: string };
  // oxlint-disable-next-line typescript/only-throw-error -- the specification throws the parsed response itself
  if (answer.status !== 'ok') throw answer;
  return answer as OkAnswer<T>;
}

function hasContent(payload: unknown): boolean {
  if (payload === undefined || payload === null || payload === '') return false;
  return typeof payload !== 'object' || Object.keys(payload).length > 0;
}
