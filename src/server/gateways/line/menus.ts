import { readJson } from '../http';
import { callLine, dataUrl } from './call';

const TIMEOUT_MS = 20_000;
/** The most people that one call links. */
export const LINKED_AT_ONCE = 500;

/** A rich menu as LINE lists it. */
export interface ListedMenu {
  menuId: string;
  name: string;
}

/**
 * Calls an endpoint of rich menus and returns the fields of its response. All of them may be repeated.
 * See https://developers.line.biz/en/reference/messaging-api/#rich-menu.
 * @throws Error for every response but 2xx, and without one
 */
async function callMenus(path: string, call: Omit<Parameters<typeof callLine>[1], 'timeoutMs'> = {}) {
  const response = await callLine(path, { ...call, timeoutMs: TIMEOUT_MS });
  const text = await response.text();
  if (!response.ok) throw new Error(`LINE_${response.status}`);
  return (readJson(text) ?? {}) as Record<string, unknown>;
}

/** Returns all rich menus of the account. */
export async function listMenus(): Promise<ListedMenu[]> {
  const { richmenus } = await callMenus('/v2/bot/richmenu/list', { method: 'GET' });
  const listed = (Array.isArray(richmenus) ? richmenus : []) as { richMenuId: string; name: string }[];
  return listed.map(({ richMenuId, name }) => ({ menuId: richMenuId, name }));
}

/** Creates a rich menu with its picture. Without the picture LINE shows no menu, so a menu whose picture fails is deleted. */
export async function createMenu(menu: object, picture: Uint8Array): Promise<string> {
  const { richMenuId } = await callMenus('/v2/bot/richmenu', { body: menu });
  if (typeof richMenuId !== 'string') throw new Error('LINE answered no rich menu');
  try {
    await uploadPicture(richMenuId, picture);
  } catch (error) {
    await deleteMenu(richMenuId).catch(() => undefined);
    throw error;
  }
  return richMenuId;
}

async function uploadPicture(menuId: string, picture: Uint8Array): Promise<void> {
  await callMenus(`/v2/bot/richmenu/${menuId}/content`, { base: dataUrl(), bytes: picture });
}

export async function deleteMenu(menuId: string): Promise<void> {
  await callMenus(`/v2/bot/richmenu/${menuId}`, { method: 'DELETE' });
}

/** Shows a menu to everybody who has none of their own. */
export async function setDefaultMenu(menuId: string): Promise<void> {
  await callMenus(`/v2/bot/user/all/richmenu/${menuId}`);
}

/** Shows a menu to people, within seconds. LINE takes people who have blocked the account, too. */
export async function linkMenu(richMenuId: string, userIds: readonly string[]): Promise<void> {
  for (let at = 0; at < userIds.length; at += LINKED_AT_ONCE)
    await callMenus('/v2/bot/richmenu/bulk/link', {
      body: { richMenuId, userIds: userIds.slice(at, at + LINKED_AT_ONCE) },
    });
}

/** Shows the default menu to a person again. */
export async function unlinkMenuOf(userId: string): Promise<void> {
  await callMenus(`/v2/bot/user/${userId}/richmenu`, { method: 'DELETE' });
}
