import { accountRouter } from './routers/account';
import { authRouter } from './routers/auth';
import { billingRouter } from './routers/billing';
import { catalogueRouter } from './routers/catalogue';
import { ordersRouter } from './routers/orders';
import { registrationRouter } from './routers/registration';
import { createCallerFactory, router } from './trpc';

export const appRouter = router({
  account: accountRouter,
  auth: authRouter,
  billing: billingRouter,
  catalogue: catalogueRouter,
  orders: ordersRouter,
  registration: registrationRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures from inside the process: the REST table, pages, tests. */
export const createCaller = createCallerFactory(appRouter);
