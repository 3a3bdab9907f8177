import { readdirSync } from 'node:fs';
import { STAFF_ROLES } from '@/domain/staff';
import { enterDesk } from './support/desk';
import { expect, test } from './support/test';

/** The pages of the desk that need nothing but their address. */
const PAGES = readdirSync('src/app/[locale]/desk/(in)', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('page.tsx') && !/\[|rows/.test(file))
  .map((file) => `/desk/${file}`.replace(/\/page\.tsx$/, ''));

/** Equal for addresses that differ only in an id or in what they filter by. */
const kindOf = ({ pathname, searchParams }: URL) =>
  [
    pathname.replace(/(subscribers|prices|conversations)\/[\w-]{20,}/, '$1/:id'),
    searchParams.get('list'),
    ...searchParams.keys(),
  ].join(' ');

for (const role of STAFF_ROLES) {
  const tag = role === 'warehouse' ? [] : ['@deep'];
  test(
    `${role} has a link to every page of the desk that the role may open, and to no other`,
    { tag },
    async ({ page, baseURL }) => {
      await enterDesk(page, role);
      const [left, seen, opened] = [[new URL('/desk', baseURL)], new Set<string>(), new Set<string>()];
      for (let at = left.pop(); at; at = left.pop()) {
        if (seen.has(kindOf(at))) continue;
        seen.add(kindOf(at));
        const response = await page.request.get(at.href);
        expect.soft([at.href, response.status(), response.url()]).toEqual([at.href, 200, at.href]);
        opened.add(at.pathname);
        const links = (await response.text()).matchAll(/ href="(\/desk[^"#]*)/g);
        left.push(...[...links].map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), baseURL)));
      }
      const unlinked = await Promise.all(
        PAGES.filter((path) => !opened.has(path)).map(async (path) =>
          (await page.request.get(path)).status() === 200 ? [path] : [],
        ),
      );
      expect(unlinked.flat(), 'pages without a link to them').toEqual([]);
    },
  );
}
