import superjson from 'superjson';
import { cookieName } from '@/server/login/cookies';
import { sessionCookieName } from '@/server/login/lucia';
import { runJobs } from './jobs';
import type { World } from './world';

const LINK = /\/(login\/link|reset-password)[?#]/;

/** The response to a browser that requests, opens or uses a log-in link or a password reset link. */
export interface LinkAnswer {
  code: string;
  status: number;
  message?: string;
  data: unknown;
  /** The cookies that the response sets, by name. A deleted cookie has the value ''. */
  given: Record<string, string>;
  text: string;
}

/** Calls a tRPC procedure for log-in, as a browser does. */
export async function callAuth(
  world: World,
  name: string,
  input: unknown,
  headers: Record<string, string> = {},
): Promise<LinkAnswer> {
  const sent = superjson.serialize(input);
  const response = await world.request('POST', `/api/trpc/auth.${name}`, sent, headers);
  const text = await response.text();
  const { result, error } = JSON.parse(text) as {
    result?: { data: { json: unknown } };
    error?: { json: { message: string; data: { appCode: string } } };
  };
  const { message, data } = error?.json ?? {};
  return {
    code: data?.appCode ?? 'ok',
    status: response.status,
    message,
    data: result?.data.json,
    given: cookiesIn(response.headers),
    text,
  };
}

/** Returns the cookies that a response sets, by name. A deleted cookie has the value ''. */
export function cookiesIn(headers: Headers): Record<string, string> {
  const pairs = headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const entries = pairs.map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)] as const);
  return Object.fromEntries(entries);
}

/** Returns the cookie header of the browser that requested the link. */
export const asking = ({ given }: Pick<LinkAnswer, 'given'>) => ({
  cookie: `${cookieName('magic-link')}=${given[cookieName('magic-link')] ?? ''}`,
});

/** Returns the cookie header with the session that the response started. */
export const loggedIn = ({ given }: Pick<LinkAnswer, 'given'>) => ({
  cookie: `${sessionCookieName()}=${given[sessionCookieName()] ?? ''}`,
});

/** Returns subject, link, token and six-digit code of the last mail with a link. Missing values are ''. */
export async function linkMailedTo(world: World, email: string) {
  await runJobs();
  const { mailbox } = world.sandbox;
  const found = mailbox.list(email).find(({ links }) => links.some((one) => LINK.test(one)));
  const mail = found && (await mailbox.open(found));
  const link = mail?.links.find((one) => LINK.test(one)) ?? '';
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '';
  return { subject: mail?.subject, link, token: link.split('#')[1] ?? '', code };
}
