import { meAnswer, refreshAnswer } from '@/schemas/answers/account';
import { nothingAnswer } from '@/schemas/answers/parts';
import { billingRunAnswer } from '@/schemas/answers/payments';
import { settingsAnswer } from '@/schemas/answers/site';
import { logInInput, nothingInput } from '@/schemas/auth';
import { runBillingInput } from '@/schemas/billing';
import { CUSTOMER_ROUTES } from './customer-routes';
import { ONE_DELIVERY_ROUTES } from './one-delivery-routes';
import { ORDER_LINK_ROUTES } from './order-link-routes';
import { ORDER_NOW_ROUTES } from './order-now-routes';
import { ORDER_ROUTES } from './order-routes';
import { REGISTRATION_ROUTES } from './registration-routes';
import { REWARD_ROUTES } from './reward-routes';
import { row, type RestRoute } from './row';
import { SUBSCRIPTION_ROUTES } from './subscription-routes';

/** The table of all REST paths. Each row calls one procedure and contains no logic. */
export const REST_ROUTES = {
  'POST /api/login': row({
    who: 'anyone',
    summary: 'Log in; the answer sets the session cookie',
    description:
      'Checks e-mail and password and starts a session. The cookies of the answer belong to every later call.',
    input: logInInput,
    answer: meAnswer,
    refusals: ['LOGIN_INCORRECT', 'LOGIN_FAILED', 'THROTTLED'],
    unkeyed: true,
    call: (api, input) => api.auth.logIn(input),
  }),
  'POST /api/logout': row({
    who: 'anyone',
    usesSession: true,
    summary: 'Log out; without a session it changes nothing',
    description: 'Ends the session of the cookie and deletes the cookie.',
    input: nothingInput,
    answer: nothingAnswer,
    refusals: [],
    call: (api, input) => api.auth.logOut(input),
  }),
  'GET /api/me': row({
    who: 'logged_in',
    summary: 'Who is logged in, with subscription and pending payment',
    description:
      'Returns the account, its subscription, its points and a payment that is in progress, failed or expired. Poll it while a payment is pending.',
    input: null,
    answer: meAnswer,
    refusals: [],
    call: (api) => api.auth.me(),
  }),
  'GET /api/refresh': row({
    who: 'logged_in',
    summary: 'Extend the session, at most to 30 days after log-in',
    description:
      'Extends the session by one hour. Call it while the user is active. A prefetch and a page of another site extend nothing.',
    input: null,
    answer: refreshAnswer,
    refusals: [],
    call: (api) => api.auth.refresh(),
  }),
  ...REGISTRATION_ROUTES,
  ...CUSTOMER_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...ORDER_ROUTES,
  ...ONE_DELIVERY_ROUTES,
  ...ORDER_LINK_ROUTES,
  ...ORDER_NOW_ROUTES,
  ...REWARD_ROUTES,
  'POST /api/omise/schedule-payments': row({
    who: 'operator',
    summary: 'Do what is due in billing now',
    description:
      'Plans orders, charges due payments and sends payment links, as the billing run does every minute. `asOf` is allowed outside production only.',
    input: runBillingInput,
    answer: billingRunAnswer,
    refusals: ['DATE_OUT_OF_RANGE', 'BILLING_RUNNING'],
    call: (api, input) => api.billing.run(input),
  }),
  'GET /api/settings': row({
    who: 'anyone',
    isPublic: true,
    summary: 'The public settings',
    description:
      'Returns the settings that a client needs, such as the public key of the card gateway. It contains no secret.',
    input: null,
    answer: settingsAnswer,
    refusals: [],
    call: (api) => api.catalogue.settings(),
  }),
};

const ROWS: Record<string, RestRoute> = REST_ROUTES;

/** Returns the row of a method and path; undefined if the table has no such row. */
export function findRow(method: string, path: string): RestRoute | undefined {
  return ROWS[`${method} ${path}`];
}

/** Returns all rows of the table with their methods and paths. */
export function listRows(): { method: string; path: string; route: RestRoute }[] {
  return Object.entries(ROWS).map(([key, route]) => {
    const [method = '', path = ''] = key.split(' ');
    return { method, path, route };
  });
}

/** Returns the methods of a path for the header `Allow`; empty for an unknown path. */
export function methodsOf(path: string): string[] {
  return listRows().flatMap((one) => (one.path === path ? [one.method] : []));
}
