import { AppError } from '@/domain/errors';
import { isLineIntent, type LineEnding, type LineIntent } from '@/domain/line';
import { isLocale, type Locale } from '@/domain/locale';
import { isProofPage, localePath, ownPath } from '@/locales/paths';
import { linkLine } from '../auth/line-link';
import { getLoginMethods } from '../auth/login-methods';
import { isStateOf, startLineFlow, takeLineFlow, type LineFlow } from '../auth/line-flow';
import { findLineOwner, logInWithLine } from '../auth/line-identity';
import { readLineProfile, type LineProfile } from '../auth/line-login';
import { writeLineRegistration } from '../auth/line-registration';
import { log } from '../platform/log';
import { isPrefetch } from './origin';
import { NO_STORE } from './rest/responses';
import type { ApiContext } from './trpc';

/** The pages that show how a LINE log-in ended. */
const PAGES: Record<LineIntent, string> = {
  login: '/login',
  register: '/register/details',
  link: '/account/details/line',
};
/** The pages after a successful LINE log-in without another target. */
const NEXT: Record<LineIntent, string> = { ...PAGES, login: '/account' };

/** LINE's error codes for: the user is not logged in, or was not asked for consent. */
const NOT_ASKED = new Set(['LOGIN_REQUIRED', 'INTERACTION_REQUIRED']);

type Walk = Pick<LineFlow, 'intent' | 'locale' | 'nextPath'>;

/**
 * Redirects a browser to LINE. Only a top-level navigation starts a flow.
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
  // Another site, or a mail in a browser, may link here; the user starts on our page.
  if (request.headers.get('sec-fetch-site') === 'cross-site') return redirectToResult(ctx, walk);
  try {
    const session = intent === 'link' ? await ctx.session() : null;
    if (intent === 'link' && !session) return redirect(ctx, logInPath(walk));
    // That page asks for the proof.
    if (session && !(await getLoginMethods(ctx, session)).freshLogIn) return redirectToResult(ctx, walk);
    const requested = { ...walk, accountId: session?.accountId ?? null, again: query.get('again') === '1' };
    const { url, browserSecret } = await startLineFlow(ctx, requested, ctx.caller);
    ctx.giveCookie('line-flow', browserSecret);
    return redirect(ctx, url);
  } catch (error) {
    log.warn('auth.line_not_started', { error });
    return redirectToResult(ctx, walk, 'failed');
  }
}

/** Handles the return from LINE. Always redirects to one of our pages; after an error nothing has changed. */
export async function answerLineCallback(request: Request, ctx: ApiContext): Promise<Response> {
  if (!isOpened(request)) return refuse();
  const query = new URL(request.url).searchParams;
  const lost: Walk = { intent: 'login', locale: ctx.locale, nextPath: localePath(ctx.locale, NEXT.login) };
  let flow: LineFlow | null = null;
  try {
    flow = await takeLineFlow(ctx, ctx.cookie('line-flow'));
    ctx.giveCookie('line-flow', null);
    if (!flow) return redirectToResult(ctx, lost, 'unfinished');
    // A foreign address, or LINE's app logging in automatically after another browser had started: they cannot be
    // distinguished.
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

/** What each intent does; null when the user simply continues. */
const CONCLUSIONS: Record<
  LineIntent,
  (ctx: ApiContext, profile: LineProfile, flow: LineFlow) => Promise<LineEnding | null>
> = {
  login: async (ctx, profile, { nextPath }) => {
    if (isProofPage(nextPath) && (await isOtherAccount(ctx, profile))) return 'linked_elsewhere';
    const secret = await logInWithLine(ctx, profile, ctx.caller, ctx.secret);
    if (secret === null) return 'not_linked';
    await ctx.giveSession(secret);
    return null;
  },
  register: async (ctx, profile) => {
    const owner = await findLineOwner(ctx.db, profile.subject);
    // The account is already this user's: the button was pressed again.
    if (owner !== null) return owner === (await ctx.session())?.accountId ? null : 'taken';
    const secret = await writeLineRegistration(ctx, { ...profile, friend: profile.friend ?? false });
    ctx.giveCookie('line-registration', secret);
    return null;
  },
  link: async (ctx, profile, flow) => {
    const session = await ctx.session();
    if (!session || session.accountId !== flow.accountId) return 'unfinished';
    return linkLine(ctx, session, profile);
  },
};

/** Whether a proof of identity was given with another account's LINE, which must not log in that account. */
async function isOtherAccount(ctx: ApiContext, { subject }: LineProfile): Promise<boolean> {
  const session = await ctx.session();
  if (session === null) return false;
  const owner = await findLineOwner(ctx.db, subject);
  return owner !== null && owner !== session.accountId;
}

/** Whether the request is a top-level navigation: no image, frame or prefetch. */
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

/** Returns the language of the page where the flow started: the named one, that of `next`, or the browser's. */
async function localeOf(named: string | null, next: string, ctx: ApiContext): Promise<Locale> {
  if (isLocale(named)) return named;
  if (next !== '') return /^\/th([/?#]|$)/.test(next) ? 'th' : 'en';
  return ctx.learnLocale();
}

/** Encodes an address for a `Location` header, so that the redirect cannot fail after a change. */
function inAscii(path: string): string {
  if (path === '') return '';
  const { pathname, search, hash } = new URL(path, 'http://own.invalid');
  return pathname + search + hash;
}

function logInPath({ locale }: Walk): string {
  const next = new URLSearchParams({ next: localePath(locale, PAGES.link) });
  return `${localePath(locale, '/login')}?${next}`;
}

/** Redirects to the page that shows the result, with the original target. */
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
