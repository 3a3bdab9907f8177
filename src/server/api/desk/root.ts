import { createCallerFactory, router } from '../trpc';
import { bulkRouter } from './routers/bulk';
import { catalogueRouter } from './routers/catalogue';
import { conversationsRouter } from './routers/conversations';
import { entryRouter } from './routers/entry';
import { integrationsRouter } from './routers/integrations';
import { messagesRouter } from './routers/messages';
import { moneyRouter } from './routers/money';
import { movingRouter } from './routers/moving';
import { numbersRouter } from './routers/numbers';
import { operationRouter } from './routers/operation';
import { parcelsRouter } from './routers/parcels';
import { payoutsRouter } from './routers/payouts';
import { subscribersRouter } from './routers/subscribers';
import { teamRouter } from './routers/team';
import { todayRouter } from './routers/today';

/** The procedures of the desk, at /api/desk. Only members of the staff reach them, by the desk's own cookie. */
export const deskRouter = router({
  bulk: bulkRouter,
  catalogue: catalogueRouter,
  conversations: conversationsRouter,
  entry: entryRouter,
  integrations: integrationsRouter,
  messages: messagesRouter,
  money: moneyRouter,
  moving: movingRouter,
  numbers: numbersRouter,
  operation: operationRouter,
  parcels: parcelsRouter,
  payouts: payoutsRouter,
  subscribers: subscribersRouter,
  team: teamRouter,
  today: todayRouter,
});

export type DeskRouter = typeof deskRouter;

/** Creates a caller that runs procedures of the desk inside the process, for its pages and for tests. */
export const createDeskCaller = createCallerFactory(deskRouter);
