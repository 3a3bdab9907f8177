import type { Client } from 'openapi-fetch';
import type { paths } from './rest.js';

export type { components, operations, paths } from './rest.js';

export interface IraClientOptions {
  /** The origin of the site, such as `https://ira.example`. */
  baseUrl: string;
  /** The language of messages. Default: the language of the account. */
  locale?: 'en' | 'th';
  /** How often a call that got no answer is sent again. Default: 2. */
  retries?: number;
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

export interface GraphqlError {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; reason?: string; fieldErrors?: Record<string, string[]> };
}

/** A refused field is null in `data` and has an error. */
export interface GraphqlAnswer<Data> {
  data: Data | null;
  errors: GraphqlError[];
}

export type IraClient = Client<paths> & {
  /** Runs a GraphQL document. `Data`: the type of what it selects, made of the types of `ira-client/graphql`. */
  graphql<Data = unknown>(
    document: string,
    variables?: Record<string, unknown>,
    options?: { signal?: AbortSignal; idempotencyKey?: string },
  ): Promise<GraphqlAnswer<Data>>;
};

/**
 * Creates a client. It has one session: browsers store its cookies, elsewhere the client does. A call without an
 * answer is sent again with the same `Idempotency-Key`. The option `signal` of a call cancels it.
 */
export function createIraClient(options: IraClientOptions): IraClient;

/**
 * Creates a client of the calls under `/api/v1` for a program of the shop. It has no session.
 * @param options `token`: an API token of the desk. Never send it to a browser
 */
export function server(options: IraClientOptions & { token: string }): Client<paths>;
