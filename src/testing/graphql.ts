import type { World } from './world';

interface GraphqlRefusal {
  message: string;
  path?: (string | number)[];
  locations?: { line: number; column: number }[];
  extensions: {
    code: string;
    reason?: string;
    fieldErrors?: Record<string, string[]>;
    data?: unknown;
    detail?: string;
  };
}

export interface GraphqlAnswer {
  status: number;
  headers: Headers;
  data: Record<string, unknown> | null | undefined;
  errors: GraphqlRefusal[] | undefined;
  /** The code of the first error, or undefined if there is no error. */
  code: string | undefined;
  text: string;
}

/** Sends a query to `/api/graphql` over HTTP. */
export async function askGraphql(
  world: World,
  query: string,
  variables: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<GraphqlAnswer> {
  const response = await world.request('POST', '/api/graphql', { query, variables }, headers);
  const text = await response.text();
  const body = JSON.parse(text) as Pick<GraphqlAnswer, 'data' | 'errors'>;
  return {
    status: response.status,
    headers: response.headers,
    data: body.data,
    errors: body.errors,
    code: body.errors?.[0]?.extensions.code,
    text,
  };
}
