import superjson from 'superjson';
import type { LogInMethod } from '@/domain/session';
import { sessionCookieName } from '@/server/login/lucia';
import { startSession } from '@/server/login/session';
import { transaction } from '@/server/db';
import { passkeys } from '@/server/db/schema';
import { newId } from '@/server/platform/ids';
import { plantOwnLine } from './line';
import { plantRegistration, plantSubscriber, type Planted } from './subscribers';
import type { World } from './world';

/** A caller of the product through REST, tRPC or GraphQL. */
export interface Caller {
  cookie: string;
  account: Planted | null;
}

export const NOBODY: Caller = { cookie: '', account: null };

/** The response to a call, in one form for REST, tRPC and GraphQL. */
export interface Outcome {
  /** 'ok', or the code of the refusal. */
  code: string;
  status: number;
  message?: string;
  reason?: string;
  fieldErrors?: Record<string, string[]>;
  data: unknown;
  text: string;
}

/** Starts a session of an inserted account and returns its cookie. @param agoMs the age of the session in ms */
export async function logInAs(
  world: World,
  account: Planted,
  agoMs = 0,
  method: LogInMethod = 'password',
): Promise<Caller> {
  const begun = new Date(world.now().getTime() - agoMs);
  if (method === 'line') await plantOwnLine(world, account.accountId);
  const secret = await transaction(world.db, (tx) =>
    startSession(tx, begun, account.accountId, { device: null, method }),
  );
  return { cookie: `${sessionCookieName()}=${secret}`, account };
}

/** Inserts a passkey that no authenticator holds. */
export async function plantPasskey(world: World, accountId: string): Promise<void> {
  await transaction(world.db, (tx) =>
    tx
      .insert(passkeys)
      .values({
        id: newId('passkey'),
        accountId,
        credentialId: `planted-${accountId}`,
        publicKey: 'planted',
        counter: 0,
        transports: [],
        synced: false,
        name: 'Planted',
        createdAt: world.now(),
      })
      .onConflictDoNothing(),
  );
}

/** Returns a subscriber with a passkey, logged in with LINE. Inserted subscribers have no password. */
export async function subscriber(world: World, account?: Planted): Promise<Caller> {
  const known = account ?? (await plantSubscriber(world));
  await plantPasskey(world, known.accountId);
  return logInAs(world, known, 0, 'line');
}
export const registering = async (world: World) => logInAs(world, await plantRegistration(world));
/** Returns a subscriber whose session began two hours ago and is expired. */
export const expired = async (world: World, account?: Planted) =>
  logInAs(world, account ?? (await plantSubscriber(world)), 2 * 3_600_000);

/** Sends an HTTP request. `call` is `METHOD /path`. */
export async function throughRest(
  world: World,
  { cookie }: Caller,
  [call, body]: readonly [string, unknown?],
  headers: Record<string, string> = {},
): Promise<Outcome> {
  const [method = '', path = ''] = call.split(' ');
  const response = await world.request(method, path, body, { cookie, ...headers });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const parsed = (isJson ? JSON.parse(text) : { status: 'ok' }) as {
    status?: string;
    code?: string;
    data?: unknown;
  };
  return { ...parsed, code: parsed.code ?? 'ok', status: response.status, data: parsed.data, text };
}

/** Calls a tRPC procedure as the browser does. */
export async function throughTrpc(
  world: World,
  { cookie }: Caller,
  [name, kind, input]: readonly [string, 'query' | 'mutation', unknown?],
  headers: Record<string, string> = {},
): Promise<Outcome> {
  const sent = superjson.serialize(input);
  const search = kind === 'query' ? `?input=${encodeURIComponent(JSON.stringify(sent))}` : '';
  const path = `/api/trpc/${name}${search}`;
  const body = kind === 'mutation' ? sent : undefined;
  const response = await world.request(kind === 'query' ? 'GET' : 'POST', path, body, { cookie, ...headers });
  const text = await response.text();
  const parsed = JSON.parse(text) as {
    result?: { data: { json: unknown } };
    error?: { json: { message: string; data: { appCode: string; reason?: string; fieldErrors?: never } } };
  };
  const { message, data } = parsed.error?.json ?? {};
  const refusal = data && { reason: data.reason, fieldErrors: data.fieldErrors };
  const answer = parsed.result?.data.json;
  return { code: data?.appCode ?? 'ok', status: response.status, message, ...refusal, data: answer, text };
}

/** Sends a GraphQL query or mutation with one root field. */
export async function throughGraphql(
  world: World,
  { cookie }: Caller,
  [query, variables = {}]: readonly [string, Record<string, unknown>?],
  headers: Record<string, string> = {},
): Promise<Outcome> {
  const response = await world.request('POST', '/api/graphql', { query, variables }, { cookie, ...headers });
  const text = await response.text();
  const { data, errors } = JSON.parse(text) as {
    data?: Record<string, unknown> | null;
    errors?: { message: string; extensions: { code: string; reason?: string; fieldErrors?: never } }[];
  };
  const { message, extensions } = errors?.[0] ?? {};
  const refusal = extensions && { reason: extensions.reason, fieldErrors: extensions.fieldErrors };
  const field = data ? Object.values(data)[0] : null;
  return { code: extensions?.code ?? 'ok', status: response.status, message, ...refusal, data: field, text };
}
