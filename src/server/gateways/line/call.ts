import { settings } from '@/settings/settings';
import { traceHeaders } from '../../platform/trace';
import { withEachCredential } from '../credentials';

/** A call of the Messaging API. `body`: sent as JSON, or as it is with the content type of `headers`. */
interface LineCall {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: object;
  headers?: Record<string, string>;
  timeoutMs: number;
}

/** Calls the Messaging API with the channel access token. @throws the error of `fetch`, also after the time-out */
export function callLine(
  path: string,
  { method = 'POST', body, headers, timeoutMs }: LineCall,
): Promise<Response> {
  const { LINE_API_URL, LINE_MESSAGING_ACCESS_TOKEN } = settings();
  const signal = AbortSignal.timeout(timeoutMs);
  return withEachCredential(LINE_MESSAGING_ACCESS_TOKEN ?? [''], (token) =>
    fetch(`${LINE_API_URL}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
        ...traceHeaders(),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal,
      redirect: 'error',
    }),
  );
}
