import { settings } from '@/settings/settings';
import { traceHeaders } from '../../platform/trace';
import { withEachCredential } from '../credentials';

/** A call of the Messaging API. `body`: sent as JSON. `bytes`: a PNG picture instead. `base`: another host. */
interface LineCall {
  method?: 'GET' | 'POST' | 'DELETE';
  base?: string;
  body?: object;
  bytes?: Uint8Array;
  headers?: Record<string, string>;
  timeoutMs: number;
}

/** The host at which LINE takes and gives binary data. */
export const dataUrl = (): string =>
  settings().LINE_API_URL.replace('https://api.line.me', 'https://api-data.line.me');

/** Calls the Messaging API with the channel access token. @throws the error of `fetch`, also after the time-out */
export function callLine(
  path: string,
  { method = 'POST', base, body, bytes, headers, timeoutMs }: LineCall,
): Promise<Response> {
  const { LINE_API_URL, LINE_MESSAGING_ACCESS_TOKEN } = settings();
  const signal = AbortSignal.timeout(timeoutMs);
  return withEachCredential(LINE_MESSAGING_ACCESS_TOKEN ?? [''], (token) =>
    fetch(`${base ?? LINE_API_URL}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(bytes && { 'content-type': 'image/png' }),
        ...headers,
        ...traceHeaders(),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(bytes && { body: new Blob([new Uint8Array(bytes)]) }),
      signal,
      redirect: 'error',
    }),
  );
}
