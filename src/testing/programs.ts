import type { TokenScope } from '@/domain/api-token';
import { createToken } from '@/server/login/staff/api-tokens';
import { throughRest, type Outcome } from './callers';
import { plantMember } from './desk';
import type { World } from './world';

export interface Program {
  tokenId: string;
  ownerId: string;
  headers: { authorization: string };
  /** Sends a call, such as `GET /api/v1/orders`. The input of a GET becomes its query. */
  call: (call: string, input?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Outcome>;
}

/** Returns another program that has an API token. */
export async function plantProgram(
  world: World,
  scopes: TokenScope[],
  { refundLimit, ownerId, days = 30 }: { refundLimit?: number; ownerId?: string; days?: number } = {},
): Promise<Program> {
  const owner = ownerId ?? (await plantMember(world, 'owner')).staffId;
  const made = await createToken(world.ctx(), owner, { name: 'Program', scopes, days, refundLimit });
  const headers = { authorization: `Bearer ${made.token}` };
  return {
    tokenId: made.tokenId,
    ownerId: owner,
    headers,
    call: (call, input, more = {}) => callAs(world, call, input, { ...headers, ...more }),
  };
}

/** Sends a call of another program with its headers. */
export function callAs(
  world: World,
  call: string,
  input: Record<string, unknown> | undefined,
  headers: Record<string, string>,
): Promise<Outcome> {
  const isGet = call.startsWith('GET');
  const query = new URLSearchParams(
    Object.entries(isGet ? { ...input } : {}).map(([name, value]) => [name, String(value)]),
  ).toString();
  const place = query ? `${call}?${query}` : call;
  return throughRest(world, { cookie: '', account: null }, [place, isGet ? undefined : input], headers);
}
