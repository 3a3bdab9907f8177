import { AppError } from '@/domain/errors';
import { isLineIntent, type LineEnding, type LineIntent } from '@/domain/line';
import { isLocale, type Locale } from '@/domain/locale';
import { isProofPage, localePath, ownPath } from '@/locales/paths';
import { linkLine } from '../login/line-link';
import { getLoginMethods } from '../login/login-methods';
import { isStateOf, markOfLineUser, startLineFlow, takeLineFlow, type LineFlow } from '../login/line-flow';
import { findIdentity, findLineOwner, logInWithLine } from '../login/line-identity';
import { readLineProfile, type LineProfile } from '../login/line-login';
import { pageOfLineLink } from '../login/magic-link';
import { writeLineRegistration } from '../login/line-registration';
import { log } from '../platform/log';
import { isPrefetch } from './origin';
import { NO_STORE } from './rest/responses';
import type { ApiContext } from './trpc';

/** The pages that show the result of a LINE log-in. */
const PAGES: Record<LineIntent, string> = {
  login: '/login',
  register: '/register/details',
  link: '/account/details/line',
};
/** The pages to which a successful LINE log-in redirects if the flow has no `next` path. */
const NEXT: Record<LineIntent, string> = { ...PAGES, login: '/account' };

/** LINE's error codes for a user who is not logged in to LINE or has not given consent. */
const NOT_ASKED = new Set(['LOGIN_REQUIRED', 'INTERACTION_REQUIRED']);

type Walk = Pick<LineFlow, 'intent' | 'locale' | 'nextPath'>;

/**
 * Handles `GET /api/auth/line/start`: starts a LINE log-in flow and redirects the browser to LINE. A request that is
 * not a top-level navigation gets an empty response.
 * @throws AppError INPUT_INVALID for an unknown intent
 */
export async function answerLineStart(request: Request, ctx: ApiContext): Promise<Response> {
  if (!isOpened(request)) return refuse();
  const query = new URL(request.url).searchParams;
  const intent = query.get('intent');
  if (!isLineIntent(intent))
    throw new AppError('INPUT_INVALID', { fieldErrors: { intent: ['validation.invalidInput'] } });
  const next = inAscii(ownPath(query.get('next'), ''));
  const locale = await localeOf(query.get('locale'), next, ctx);
  const walk: Walk = { intent, locale, nextPath: next || localePath(locale, NEXT[intent]) };
  // A link on another site or in a mail does not start the flow: the user must press the button on our page.
  if (request.headers.get('sec-fetch-site') === 'cross-site') return redirectToResult(ctx, walk);
  try {
    const session = intent === 'link' || query.get('in') === 'line' ? await ctx.session() : null;
    const forUser = query.get('for')?.slice(0, 16) ?? null;
    // A button in LINE opens the page at once for who is logged in. LINE logs in everybody else without a question.
    if (session && intent === 'login' && (await isReader(ctx, session.accountId, forUser)))
      return redirect(ctx, walk.nextPath);
    const once = query.get('once');
    if (once !== null && intent === 'login' && !hasAutomaticLogIn(request)) {
      const page = await pageOfLineLink(ctx, once, walk.nextPath, locale);
      if (page !== null) return redirect(ctx, page);
    }
    if (intent === 'link' && !session) return redirect(ctx, logInPath(walk));
    // Without a recent log-in, redirects to the page that asks the user to confirm the identity.
    if (session && intent === 'link' && !(await getLoginMethods(ctx, session)).freshLogIn)
      return redirectToResult(ctx, walk);
    const accountId = intent === 'link' ? (session?.accountId ?? null) : null;
    const requested = { ...walk, accountId, forUser, again: query.get('again') === '1' };
    const { url, browserSecret } = await startLineFlow(ctx, requested, ctx.caller);
    ctx.giveCookie('line-flow', browserSecret);
    return redirect(ctx, url);
  } catch (error) {
    log.warn('auth.line_not_started', { error });
    return redirectToResult(ctx, walk, 'failed');
  }
}

/**
 * Handles `GET /api/auth/line/callback`: finishes the LINE log-in flow and redirects to a page of this site. After an
 * error, changes no data and redirects to a page that shows the error.
 */
export async function answerLineCallback(request: Request, ctx: ApiContext): Promise<Response> {
  if (!isOpened(request)) return refuse();
  const query = new URL(request.url).searchParams;
  const lost: Walk = { intent: 'login', locale: ctx.locale, nextPath: localePath(ctx.locale, NEXT.login) };
  let flow: LineFlow | null = null;
  try {
    flow = await takeLineFlow(ctx, ctx.cookie('line-flow'));
    ctx.giveCookie('line-flow', null);
    if (!flow) return redirectToResult(ctx, lost, 'unfinished');
    // The link is from an attacker, or LINE's app continued a flow of another browser. Both cases look the same here.
    if (!isStateOf(flow, query.get('state'))) return redirectToResult(ctx, flow, 'unfinished');
    return await finishFlow(ctx, flow, query);
  } catch (error) {
    log.warn('auth.line_failed', { error });
    ctx.headers.delete('set-cookie');
    ctx.giveCookie('line-flow', null);
    return redirectToResult(ctx, flow ?? lost, 'failed');
  }
}

async function finishFlow(ctx: ApiContext, flow: LineFlow, query: URLSearchParams): Promise<Response> {
  // Upper case in LINE's present reference, lower case in older ones.
  const refusal = query.get('error')?.toUpperCase();
  if (refusal === 'ACCESS_DENIED') return redirectToResult(ctx, flow, 'denied');
  if (refusal !== undefined)
    return redirectToResult(ctx, flow, NOT_ASKED.has(refusal) ? 'unfinished' : 'failed');
  const { nonce, codeVerifier } = flow;
  const profile = await readLineProfile(ctx.now, { code: query.get('code') ?? '', nonce, codeVerifier });
  const ending = await CONCLUSIONS[flow.intent](ctx, profile, flow);
  return ending === null ? redirect(ctx, flow.nextPath) : redirectToResult(ctx, flow, ending);
}

/** Finishes a flow, by intent. Returns the result to show, or null to redirect to `nextPath`. */
const CONCLUSIONS: Record<
  LineIntent,
  (ctx: ApiContext, profile: LineProfile, flow: LineFlow) => Promise<LineEnding | null>
> = {
  login: async (ctx, profile, { nextPath, forUser }) => {
    if (forUser !== null && forUser !== markOfLineUser(profile.subject)) return 'linked_elsewhere';
    if (isProofPage(nextPath) && (await isOtherAccount(ctx, profile))) return 'linked_elsewhere';
    const secret = await logInWithLine(ctx, profile, ctx.caller, ctx.secret);
    if (secret === null) return 'not_linked';
    await ctx.giveSession(secret);
    return null;
  },
  register: async (ctx, profile) => {
    const owner = await findLineOwner(ctx.db, profile.subject);
    // The caller's own account already has this profile: the user pressed the button twice.
    if (owner !== null) return owner === (await ctx.session())?.accountId ? null : 'taken';
    const secret = await writeLineRegistration(ctx, { ...profile, friend: profile.friend ?? false });
    ctx.giveCookie('line-registration', secret);
    return null;
  },
  link: async (ctx, profile, flow) => {
    const session = await ctx.session();
    if (!session || session.accountId !== flow.accountId) return 'unfinished';
    try {
      return await linkLine(ctx, session, profile);
    } catch (error) {
      // The first payment of a registration is a pending payment, too.
      if (error instanceof AppError && ['PAYMENT_PENDING', 'NOT_ALLOWED'].includes(error.code))
        return 'payment_pending';
      throw error;
    }
  },
};

/** Whether LINE logs in without a form: in its own browser, and on phones that have its app. */
const hasAutomaticLogIn = ({ headers }: Request): boolean =>
  /\bLine\/|Android|iPhone|iPad/.test(headers.get('user-agent') ?? '');

/** Whether a button was sent to the LINE user of this account. */
async function isReader({ db }: ApiContext, accountId: string, forUser: string | null): Promise<boolean> {
  if (forUser === null) return true;
  const identity = await findIdentity(db, accountId);
  return identity !== null && markOfLineUser(identity.subject) === forUser;
}

/** Whether the caller is logged in and the LINE profile belongs to another account. */
async function isOtherAccount(ctx: ApiContext, { subject }: LineProfile): Promise<boolean> {
  const session = await ctx.session();
  if (session === null) return false;
  const owner = await findLineOwner(ctx.db, subject);
  return owner !== null && owner !== session.accountId;
}

/** Whether the request is a top-level navigation. False for images, frames and prefetches. */
function isOpened({ method, headers }: Request): boolean {
  const dest = headers.get('sec-fetch-dest') ?? 'document';
  const isRouterAhead = headers.has('next-router-prefetch');
  return (
    method === 'GET' && (dest === 'document' || dest === 'empty') && !isPrefetch(headers) && !isRouterAhead
  );
}

function refuse(): Response {
  return new Response(null, { status: 204, headers: NO_STORE });
}

/**
 * Returns the language of the page on which the flow started: `named` if it is a locale, else the language of the path
 * `next`. If `next` is empty, returns the caller's language.
 */
async function localeOf(named: string | null, next: string, ctx: ApiContext): Promise<Locale> {
  if (isLocale(named)) return named;
  if (next !== '') return /^\/th([/?#]|$)/.test(next) ? 'th' : 'en';
  return ctx.learnLocale();
}

/** Percent-encodes a path, because a `Location` header allows ASCII only. Returns '' for ''. */
function inAscii(path: string): string {
  if (path === '') return '';
  const { pathname, search, hash } = new URL(path, 'http://own.invalid');
  return pathname + search + hash;
}

function logInPath({ locale }: Walk): string {
  const next = new URLSearchParams({ next: localePath(locale, PAGES.link) });
  return `${localePath(locale, '/login')}?${next}`;
}

/** Redirects to the page that shows the result of a flow. The URL contains the flow's `next` path. */
function redirectToResult(
  ctx: ApiContext,
  { intent, locale, nextPath }: Walk,
  ending?: LineEnding,
): Response {
  const params = new URLSearchParams(ending && { line: ending });
  if (nextPath !== localePath(locale, NEXT[intent])) params.set('next', nextPath);
  const page = localePath(locale, PAGES[intent]);
  return redirect(ctx, params.size > 0 ? `${page}?${params}` : page);
}

function redirect(ctx: ApiContext, location: string): Response {
  const headers = new Headers({ ...NO_STORE, location });
  ctx.headers.forEach((value, name) => headers.append(name, value));
  return new Response(null, { status: 303, headers });
}
