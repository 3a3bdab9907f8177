import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from '@/server/api/root';
import type { RouterOutputs } from './outputs';
import { request, type OkAnswer } from './request';
import type { RestPaths } from './rest-paths';

type Method = 'GET' | 'POST' | 'DELETE';

/**
 * The path if the client can call it, otherwise `never`. Client `functions`: the paths under `/api`. Client
 * `cloud`: all other paths.
 */
type Served<Where extends 'functions' | 'cloud', Path> = Path extends `/api/${string}`
  ? Where extends 'functions'
    ? Path
    : never
  : Where extends 'cloud'
    ? Path
    : never;

type PathsOf<Where extends 'functions' | 'cloud', M extends Method> = {
  [Key in keyof RestPaths]: Key extends `${M} ${infer Path}` ? Served<Where, Path> : never;
}[keyof RestPaths];

/** The entry of the procedure behind a path in a record of all procedures. */
type Behind<Procedures, M extends Method, Path extends string> = RestPaths[Extract<
  keyof RestPaths,
  `${M} ${Path}`
>] extends `${infer Router}.${infer Name}`
  ? Router extends keyof Procedures
    ? Name extends keyof Procedures[Router]
      ? Procedures[Router][Name]
      : never
    : never
  : never;

type PayloadOf<M extends Method, Path extends string> = Behind<inferRouterInputs<AppRouter>, M, Path>;
type DataOf<M extends Method, Path extends string> = Behind<RouterOutputs, M, Path>;

/** The payload argument of a call. It is optional if the payload may be undefined. */
type Given<P> = undefined extends P ? [payload?: P] : [payload: P];

/** A client of one base URL. Every call returns and throws as `request` does. */
export interface Client<Where extends 'functions' | 'cloud'> {
  /** Sends a GET request. The input becomes the query of the URL. */
  get: <Path extends PathsOf<Where, 'GET'>>(
    path: Path,
    query?: PayloadOf<'GET', Path>,
  ) => Promise<OkAnswer<DataOf<'GET', Path>>>;
  /** Sends a POST request with the payload as JSON. */
  post: <Path extends PathsOf<Where, 'POST'>>(
    path: Path,
    ...payload: Given<PayloadOf<'POST', Path>>
  ) => Promise<OkAnswer<DataOf<'POST', Path>>>;
  /** Sends a DELETE request with the payload as JSON. The payload identifies what is deleted. */
  delete: <Path extends PathsOf<Where, 'DELETE'>>(
    path: Path,
    ...payload: Given<PayloadOf<'DELETE', Path>>
  ) => Promise<OkAnswer<DataOf<'DELETE', Path>>>;
}

/** The base URLs of the services, from the public settings of `GET /api/settings`. */
export interface Bases {
  /** The base URL of the functions service: FUNCTIONS_API_URL without a trailing slash. */
  functionsApiUrl: string | null | undefined;
  /** CLOUD_API_URL. If it is not set, the root of the site is used. */
  cloudApiUrl?: string | null;
  websiteUrl?: string | null;
}

function searchOf(query: unknown): string {
  const given = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search && `?${search}`;
}

function createClient<Where extends 'functions' | 'cloud'>(base: string | null | undefined): Client<Where> {
  const at = (path: string) => (base ? base.replace(/\/+$/, '') + path : base);
  return {
    get: (path, query) => request(at(path + searchOf(query))),
    post: (path, ...[payload]) => request(at(path), { method: 'POST', payload }),
    delete: (path, ...[payload]) => request(at(path), { method: 'DELETE', payload }),
  };
}

/**
 * Returns the client of the functions service: all paths under `/api`, with typed payloads and responses.
 * @example await functionsService({ functionsApiUrl }).post('/api/orders/skip', { orderId })
 * @throws (each call) Error("Missing URL for request") without a base URL, otherwise as `request` throws
 */
export function functionsService({ functionsApiUrl }: Bases): Client<'functions'> {
  return createClient(functionsApiUrl);
}

/**
 * Returns the client of the cloud API: cancel reasons and parcels. Its base URL is CLOUD_API_URL or, without
 * it, the root of the site.
 * @throws (each call) Error("Missing URL for request") without a base URL, otherwise as `request` throws
 */
export function cloudApi({ cloudApiUrl, websiteUrl }: Omit<Bases, 'functionsApiUrl'>): Client<'cloud'> {
  return createClient(cloudApiUrl || websiteUrl);
}

/**
 * Returns the client of the functions service at the page's own origin. The browser sends the session cookie
 * only to this origin.
 */
export function siteApi(): Client<'functions'> {
  return functionsService({ functionsApiUrl: window.location.origin });
}

/** Returns the client of the cloud API at the page's own origin. */
export function siteCloudApi(): Client<'cloud'> {
  return cloudApi({ websiteUrl: window.location.origin });
}
