import { getPathMatch } from 'next/dist/shared/lib/router/utils/path-match';
import { expect, test } from 'vitest';
import config from '../next.config.mjs';

/** The policy of a page as Next makes it: of the rows that fit, the last one decides. */
async function referrerPolicyOf(path: string): Promise<string | undefined> {
  const rows = await config.headers?.();
  const fitting = rows?.filter(({ source }) => getPathMatch(source, { strict: true })(path) !== false) ?? [];
  const policies = fitting.flatMap(({ headers }) => headers.filter(({ key }) => key === 'Referrer-Policy'));
  return policies.at(-1)?.value;
}

test.each([
  '/login',
  '/login/link',
  '/reset-password',
  '/verify-email',
  '/account/email',
  '/pay/not-a-real-token',
])(
  '%s, where a link with a secret leads or is asked for, names itself to nobody, in either language',
  async (path) => {
    expect(await referrerPolicyOf(path)).toBe('no-referrer');
    expect(await referrerPolicyOf(`/th${path}`)).toBe('no-referrer');
  },
);

test.each(['/account', '/register', '/th'])('%s names its origin only, to other sites', async (path) => {
  expect(await referrerPolicyOf(path)).toBe('strict-origin-when-cross-origin');
});
