import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths } from './schema.js';

export type { components, operations, paths } from './schema.js';

export type IraClient = Client<paths>;

export interface IraClientOptions {
  /** The origin of the site, such as `https://ira.example`. */
  baseUrl: string;
  /** The language of error messages. Default: the language of the account. */
  locale?: 'en' | 'th';
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * Creates a client with the types of the OpenAPI document. A client has one session. Browsers store its
 * cookies; elsewhere the client does.
 */
export function createIraClient({ baseUrl, locale, fetch }: IraClientOptions): IraClient {
  const client = createClient<paths>({
    baseUrl,
    ...(fetch && { fetch }),
    ...(locale && { headers: { 'accept-language': locale } }),
  });
  client.use(keepCookies());
  return client;
}

/** Returns a middleware that stores the cookies of responses in memory and sends them with later requests. */
function keepCookies(): Middleware {
  const jar = new Map<string, string>();
  return {
    onRequest: ({ request }) => {
      if (jar.size > 0)
        request.headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    },
    onResponse: ({ response }) => {
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (name === undefined || value === undefined) continue;
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
    },
  };
}
