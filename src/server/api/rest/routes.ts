import type { createCaller } from '../root';

type Api = ReturnType<typeof createCaller>;
type Call = (api: Api, input: unknown) => Promise<unknown>;

interface RowOptions {
  /** An `Idempotency-Key` means nothing here. */
  unkeyed?: true;
  /** The answer begins a session, so a repeat of it by key begins another one for the same registration. */
  beginsSession?: true;
}

/** A row: which procedure answers. Input goes to the procedure as it came; its schema is the judge. */
export interface RestRoute extends RowOptions {
  call: Call;
}

const route = <I>(call: (api: Api, input: I) => Promise<unknown>, options: RowOptions = {}): RestRoute => ({
  call: call as Call,
  ...options,
});

/** The preserved paths, whole. Each is a row over a procedure and holds no logic. */
export const REST_ROUTES: Record<string, RestRoute> = {
  'POST /api/login': route((api, input: never) => api.auth.logIn(input), { unkeyed: true }),
  'POST /api/logout': route((api, input: never) => api.auth.logOut(input)),
  'GET /api/me': route((api) => api.auth.me()),
  'GET /api/refresh': route((api) => api.auth.refresh()),
  'POST /api/register': route((api, input: never) => api.registration.start(input), { beginsSession: true }),
  'POST /api/register/email-auth': route((api, input: never) => api.registration.confirmEmail(input)),
  'POST /api/register/delivery': route((api, input: never) => api.registration.setDelivery(input)),
  'POST /api/register/payment/card': route((api, input: never) => api.registration.payByCard(input)),
  'POST /api/omise/schedule-payments': route((api, input: never) => api.billing.run(input)),
  'GET /api/settings': route((api) => api.catalogue.settings()),
};

/** The methods that a path answers, for `Allow`. */
export function methodsOf(path: string): string[] {
  return Object.keys(REST_ROUTES)
    .filter((key) => key.endsWith(` ${path}`))
    .map((key) => key.slice(0, key.indexOf(' ')));
}
