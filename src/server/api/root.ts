import { accountRouter } from './routers/account';
import { authRouter } from './routers/auth';
import { bankAccountsRouter } from './routers/bank-accounts';
import { billingRouter } from './routers/billing';
import { catalogueRouter } from './routers/catalogue';
import { conversationsRouter } from './routers/conversations';
import { orderLinksRouter } from './routers/order-links';
import { ordersRouter } from './routers/orders';
import { passkeysRouter } from './routers/passkeys';
import { paymentsRouter } from './routers/payments';
import { rewardsRouter } from './routers/rewards';
import { registrationRouter } from './routers/registration';
import { subscriptionRouter } from './routers/subscription';
import { createCallerFactory, router } from './trpc';

/** The API documentation has the calls in this order. */
export const appRouter = router({
  auth: authRouter,
  registration: registrationRouter,
  payments: paymentsRouter,
  bankAccounts: bankAccountsRouter,
  account: accountRouter,
  subscription: subscriptionRouter,
  orders: ordersRouter,
  orderLinks: orderLinksRouter,
  rewards: rewardsRouter,
  billing: billingRouter,
  catalogue: catalogueRouter,
  passkeys: passkeysRouter,
  conversations: conversationsRouter,
});

export type AppRouter = typeof appRouter;

/** Creates a caller that runs procedures inside the process, for REST, GraphQL, pages and tests. */
export const createCaller = createCallerFactory(appRouter);
