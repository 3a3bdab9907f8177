import type { Answer } from '../provider';
import type { LineCall } from './call';
import { newSecret } from './ids';
import type { Platform } from './platform';
import { checkChannelToken } from './push';
import type { MenuRecord } from './records';
import { apiRefusal } from './refusal';

const AREAS_MAX = 20;
const BAR_MAX = 14;
const NAME_MAX = 300;
const LABEL_MAX = 20;
const WIDTH_MIN = 800;
const WIDTH_MAX = 2_500;
const HEIGHT_MIN = 250;
const RATIO_MIN = 1.45;
const PICTURE_BYTES = 1024 * 1024;
const BULK_MAX = 500;
/** The id under which the menu of everybody is linked. */
const EVERYBODY = 'all';

type Body = Record<string, unknown>;
const isRecord = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const recordOf = (value: unknown): Body => (isRecord(value) ? value : {});

/** Returns the paths of the wrong properties of a menu. */
function faultsOf(menu: Body): string[] {
  const { width, height } = recordOf(menu.size) as { width?: number; height?: number };
  const isSized =
    typeof width === 'number' &&
    typeof height === 'number' &&
    width >= WIDTH_MIN &&
    width <= WIDTH_MAX &&
    height >= HEIGHT_MIN &&
    width / height >= RATIO_MIN;
  const isText = (value: unknown, max: number) =>
    typeof value === 'string' && value !== '' && value.length <= max;
  const areas: unknown[] = Array.isArray(menu.areas) ? menu.areas : [];
  return [
    ...(isSized ? [] : ['size']),
    ...(typeof menu.selected === 'boolean' ? [] : ['selected']),
    ...(isText(menu.name, NAME_MAX) ? [] : ['name']),
    ...(isText(menu.chatBarText, BAR_MAX) ? [] : ['chatBarText']),
    ...(areas.length <= AREAS_MAX ? [] : ['areas']),
    ...areas.flatMap((area, n) => areaFaults(area, `areas[${n}]`, width ?? 0, height ?? 0)),
  ];
}

function areaFaults(area: unknown, at: string, width: number, height: number): string[] {
  const { bounds, action } = recordOf(area);
  const { x = -1, y = -1, width: w = 0, height: h = 0 } = recordOf(bounds) as Record<string, number>;
  const isInside = x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= width && y + h <= height;
  const { type, uri, data, label } = recordOf(action);
  const isFine =
    (type === 'uri' && typeof uri === 'string' && /^(https?|line|tel):\S+$/.test(uri)) ||
    (type === 'postback' && typeof data === 'string' && data.length <= 300);
  const hasLabel = label === undefined || (typeof label === 'string' && label.length <= LABEL_MAX);
  return [...(isInside ? [] : [`${at}.bounds`]), ...(isFine && hasLabel ? [] : [`${at}.action`])];
}

function menuOf({ line, params }: LineCall): MenuRecord {
  const menu = line.menus.get(params.menuId ?? '');
  if (menu === undefined) throw apiRefusal(404, 'richmenu not found');
  return menu;
}

const shownMenu = ({ id, body }: MenuRecord) => ({ richMenuId: id, ...body });
const done: Answer = { status: 200, body: {} };

/** Handles `POST /v2/bot/richmenu`. @throws LineRefusal 400 with the wrong properties */
export function createMenu(call: LineCall): Answer {
  checkChannelToken(call);
  const { line, json } = call;
  const faults = faultsOf(json ?? {});
  if (faults.length > 0)
    throw apiRefusal(
      400,
      `The request body has ${faults.length} error(s)`,
      faults.map((property) => ({ message: 'invalid property', property })),
    );
  const id = `richmenu-${Buffer.from(newSecret(16), 'base64url').toString('hex')}`;
  line.menus.put({ id, body: json ?? {}, picture: null });
  return { status: 200, body: { richMenuId: id } };
}

/** Handles `POST /v2/bot/richmenu/{menuId}/content`. A picture is stored once, and has the size of its menu. */
export function uploadPicture(call: LineCall): Answer {
  checkChannelToken(call);
  const menu = menuOf(call);
  const picture = Buffer.from(call.bytes);
  const { width, height } = recordOf(menu.body.size);
  const isPng = picture.subarray(1, 4).toString('latin1') === 'PNG';
  const isFine = isPng && picture.length <= PICTURE_BYTES && menu.picture === null;
  if (!isFine || picture.readUInt32BE(16) !== width || picture.readUInt32BE(20) !== height)
    throw apiRefusal(400, 'An image cannot be uploaded to the rich menu');
  call.line.menus.put({ ...menu, picture: picture.toString('base64') });
  return done;
}

/** Handles `GET /v2/bot/richmenu/list`. */
export function answerMenus(call: LineCall): Answer {
  checkChannelToken(call);
  return { status: 200, body: { richmenus: [...call.line.menus.values()].map(shownMenu) } };
}

/** Handles `DELETE /v2/bot/richmenu/{menuId}`. People who were linked with it see the default one. */
export function removeMenu(call: LineCall): Answer {
  checkChannelToken(call);
  const { id } = menuOf(call);
  call.line.menus.remove(id);
  return done;
}

/** Handles `POST /v2/bot/user/all/richmenu/{menuId}` and `POST /v2/bot/user/{userId}/richmenu/{menuId}`. */
export function linkOne(call: LineCall): Answer {
  checkChannelToken(call);
  const menu = menuOf(call);
  if (menu.picture === null) throw apiRefusal(400, 'must upload richmenu image before applying it to user');
  call.line.menuLinks.put({ id: call.params.userId ?? EVERYBODY, menuId: menu.id });
  return done;
}

/** Handles `POST /v2/bot/richmenu/bulk/link`. Unknown people and people who have blocked the account are accepted. */
export function linkMany(call: LineCall): Answer {
  const { richMenuId, userIds } = recordOf(call.json);
  const people = Array.isArray(userIds) ? userIds.map(String) : [];
  if (people.length === 0 || people.length > BULK_MAX)
    throw apiRefusal(400, 'Size must be between 1 and 500', [{ message: 'invalid', property: 'userIds' }]);
  for (const userId of people) linkOne({ ...call, params: { menuId: String(richMenuId), userId } });
  return { status: 202, body: {} };
}

/** Handles `GET /v2/bot/user/{userId}/richmenu`. @throws LineRefusal 404 without a menu of their own */
export function answerMenuOf(call: LineCall): Answer {
  checkChannelToken(call);
  const link = call.line.menuLinks.get(call.params.userId ?? EVERYBODY);
  if (link === undefined || call.line.menus.get(link.menuId) === undefined)
    throw apiRefusal(404, 'the user has no richmenu');
  return { status: 200, body: { richMenuId: link.menuId } };
}

/** Handles `DELETE /v2/bot/user/{userId}/richmenu`. */
export function unlinkOne(call: LineCall): Answer {
  checkChannelToken(call);
  const { userId = EVERYBODY } = call.params;
  if (call.line.menuLinks.get(userId) !== undefined) call.line.menuLinks.remove(userId);
  return done;
}

/** Returns the menu that a user sees: the own one, else that of everybody. Null without one. */
export function shownMenuOf(line: Platform, userId: string): MenuRecord | null {
  const menuOfLink = (id: string) => line.menus.get(line.menuLinks.get(id)?.menuId ?? '');
  return menuOfLink(userId) ?? menuOfLink(EVERYBODY) ?? null;
}
