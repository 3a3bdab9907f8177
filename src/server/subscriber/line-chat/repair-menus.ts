import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { settings } from '@/settings/settings';
import { CHAT_STATES, type ChatState } from '@/domain/line-answer';
import { MENU_SIZE, menuCells, type MenuTap } from '@/domain/line-menu';
import { LOCALES, type Locale } from '@/domain/locale';
import { askData, menuLabel } from '@/emails/line-answer';
import { localePath, logInPath } from '@/locales/paths';
import { translate } from '@/locales/translate';
import { productFile } from '@/product-files';
import { transaction } from '../../db';
import { identities, lineMenus } from '../../db/schema';
import { createMenu, deleteMenu, listMenus, setDefaultMenu } from '../../gateways/line/menus';
import type { Ctx } from '../../platform/context';
import { siteUrl } from '../../platform/site-url';

/** The start of the names of our menus. Other menus of the account are left alone. */
const PREFIX = 'ira-';
/** The menu of people whose language is not known. */
const DEFAULT = { state: 'guest', locale: 'th' } as const;

const PAGES = { connect: '/account/details/line', signUp: '/register', how: '/how-it-works' } as const;

interface WantedMenu {
  state: ChatState;
  locale: Locale;
  name: string;
  menu: object;
  picture: Buffer;
}

/** Returns all menus as they have to be at LINE. The name has a hash of the cells and the picture. */
function wantedMenus(): WantedMenu[] {
  return CHAT_STATES.flatMap((state) => LOCALES.map((locale) => wantedMenu(state, locale)));
}

function wantedMenu(state: ChatState, locale: Locale): WantedMenu {
  const picture = readFileSync(productFile(`src/server/subscriber/line-chat/menus/${state}-${locale}.png`));
  const areas = menuCells(state).map(({ tap, bounds }) => ({ bounds, action: actionOf(tap, locale) }));
  const chatBarText = translate(locale, 'lineChat.menu.bar');
  const body = { size: MENU_SIZE, selected: true, chatBarText, areas };
  const version = createHash('sha256')
    .update(JSON.stringify(body))
    .update(picture)
    .digest('hex')
    .slice(0, 12);
  const name = `${PREFIX}${state}-${locale}-${version}`;
  return { state, locale, name, menu: { ...body, name }, picture };
}

function actionOf(tap: MenuTap, locale: Locale): object {
  const label = menuLabel(tap, locale);
  if ('asks' in tap) return { type: 'postback', label, data: askData(tap.asks, locale), displayText: label };
  const page = localePath(locale, PAGES[tap.opens]);
  const uri =
    tap.opens === 'connect'
      ? settings().SITE_URL + logInPath(locale, page)
      : siteUrl(locale, PAGES[tap.opens]);
  return { type: 'uri', label, uri };
}

/** What the command did, by number of menus. `waiting`: old menus that people still see. */
export interface MenuRepair {
  created: number;
  kept: number;
  deleted: number;
  waiting: number;
}

/**
 * Creates the rich menus that LINE does not have in their present version, and deletes former ones that nobody is linked
 * with. Can run repeatedly, also after it was interrupted. The job links people with the new ones.
 * @throws Error for a refusal of LINE; what was done until then stays
 */
export async function repairMenus({ db, now }: Ctx): Promise<MenuRepair> {
  const listed = await listMenus();
  const wanted = wantedMenus();
  let created = 0;
  const present = new Map<string, string>();
  for (const { state, locale, name, menu, picture } of wanted) {
    const found = listed.find((one) => one.name === name);
    const menuId = found?.menuId ?? (await createMenu(menu, picture));
    if (!found) created += 1;
    present.set(name, menuId);
    const values = { name, menuId, createdAt: now };
    await transaction(db, (tx) =>
      tx
        .insert(lineMenus)
        .values({ state, locale, ...values })
        .onConflictDoUpdate({ target: [lineMenus.state, lineMenus.locale], set: values }),
    );
    if (state === DEFAULT.state && locale === DEFAULT.locale) await setDefaultMenu(menuId);
  }
  const inUse = await db.selectDistinct({ menuId: identities.menuId }).from(identities);
  const used = new Set([...inUse.map(({ menuId }) => menuId), ...present.values()]);
  const former = listed.filter(({ menuId, name }) => name.startsWith(PREFIX) && present.get(name) !== menuId);
  const unused = former.filter(({ menuId }) => !used.has(menuId));
  for (const { menuId } of unused) await deleteMenu(menuId);
  return {
    created,
    kept: wanted.length - created,
    deleted: unused.length,
    waiting: former.length - unused.length,
  };
}
