import type { TRPCClient } from '@trpc/client';
import { announceLostAnswer } from '@/components/connection/connection';
import type { AppRouter } from '@/server/api/root';
import { refusalOf } from './refusal';

export { refusalOf, type Refusal } from './refusal';

export type LoadedClient = typeof import('./client');

let loading: Promise<LoadedClient> | null = null;

/** Loads the tRPC client and its packages once. After a failed load, the next call tries again. */
export function loadClient(): Promise<LoadedClient> {
  loading ??= import('./client').catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * The procedures of /api/trpc for the browser. The first load of a page does not include the packages of the
 * tRPC client. A page loads them when it is idle, or at its first call.
 * @example await trpc.orders.skip.mutate({ orderId, skip: true })
 */
export const trpc = procedureAt([]) as TRPCClient<AppRouter>;

type Node = { [name: string]: Node } & ((...input: unknown[]) => Promise<unknown>);

function procedureAt(path: readonly string[]): unknown {
  return new Proxy(() => undefined, {
    get: (_target, name) => procedureAt([...path, String(name)]),
    apply: (_target, _this, input: unknown[]) => call(path, input),
  });
}

/** Calls a procedure. If a mutation gets no response, notifies the page that its data may be out of date. */
async function call(path: readonly string[], input: readonly unknown[]): Promise<unknown> {
  try {
    const { client } = await loadClient();
    const procedure = path.reduce<Node>((node, name) => node[name]!, client as unknown as Node);
    return await procedure(...input);
  } catch (error) {
    if (path.at(-1) === 'mutate' && refusalOf(error).code === null) announceLostAnswer();
    throw error;
  }
}
