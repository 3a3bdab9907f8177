import { createCallerFactory, router } from '../trpc';
import { events } from './events';
import { LISTS } from './lists';
import { WEBHOOKS } from './webhooks';
import { WRITES } from './writes';

/**
 * The calls of other programs, at /api/v1, each with a scope of an API token. They are the reads and commands of the desk.
 * Members of the staff, tokens, prices and switches have no call here.
 */
export const serverRouter = router({ v1: router({ ...LISTS, ...WRITES, ...WEBHOOKS, events }) });

export const createServerCaller = createCallerFactory(serverRouter);
