/** What an API token may do. Each call for programs names one scope; `write` does not contain `read`. */
export const TOKEN_SCOPES = [
  ...(['subscribers:read', 'subscribers:write', 'subscriptions:read', 'subscriptions:write'] as const),
  ...(['orders:read', 'orders:write', 'payments:read', 'payments:write'] as const),
  ...(['refunds:read', 'refunds:write', 'parcels:read', 'parcels:write'] as const),
  ...(['points:read', 'points:write', 'products:read', 'codes:read', 'codes:write'] as const),
  ...(['events:read', 'webhooks:read', 'webhooks:write', 'billing', 'metrics'] as const),
] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
export const TOKEN_DAYS_MAX = 366;

const ACTOR = 'token:';

/** Returns the actor of the acts of an API token in the audit. */
export const tokenActor = (tokenId: string) => ACTOR + tokenId;

/** Returns the API token that an actor is; null for every other actor. */
export const tokenOf = (actor: string) => (actor.startsWith(ACTOR) ? actor.slice(ACTOR.length) : null);
