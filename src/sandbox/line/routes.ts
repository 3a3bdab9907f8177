import type { Answer } from '../provider';
import type { LineCall } from './call';
import { answerCerts, answerDiscovery, DISCOVERY_PATH } from './discovery';
import {
  answerBotInfo,
  answerConsumption,
  answerFriendProfile,
  answerLinkToken,
  answerPush,
  answerQuota,
} from './push';
import { answerContent } from './content';
import {
  answerMenuOf,
  answerMenus,
  createMenu,
  linkMany,
  linkOne,
  removeMenu,
  unlinkOne,
  uploadPicture,
} from './menus';
import { answerReply } from './reply';
import {
  answerFriendship,
  answerProfile,
  answerToken,
  answerUserinfo,
  revokeToken,
  verifyAccessToken,
  verifyIdToken,
} from './tokens';

export interface Route {
  method: string;
  path: string;
  /** Handles the call. @throws LineRefusal */
  run: (call: LineCall) => Answer;
}

const route = (op: string, run: Route['run']): Route => {
  const [method = '', path = ''] = op.split(' ');
  return { method, path, run };
};

export const API_ROUTES: Route[] = [
  route('POST /oauth2/v2.1/token', ({ line, form, fault }) => answerToken(line, form, fault)),
  route('GET /oauth2/v2.1/verify', ({ line, query }) => verifyAccessToken(line, query.get('access_token'))),
  route('POST /oauth2/v2.1/verify', ({ line, form }) => verifyIdToken(line, form)),
  route('POST /oauth2/v2.1/revoke', ({ line, form }) => revokeToken(line, form)),
  route('GET /oauth2/v2.1/userinfo', ({ line, bearer }) => answerUserinfo(line, bearer)),
  route('POST /oauth2/v2.1/userinfo', ({ line, bearer }) => answerUserinfo(line, bearer)),
  route('GET /oauth2/v2.1/certs', answerCerts),
  route(`GET ${DISCOVERY_PATH}`, ({ line }) => answerDiscovery(line)),
  route('GET /v2/profile', ({ line, bearer }) => answerProfile(line, bearer)),
  route('GET /friendship/v1/status', ({ line, bearer }) => answerFriendship(line, bearer)),
  route('POST /v2/bot/message/push', answerPush),
  route('POST /v2/bot/message/reply', answerReply),
  route('GET /v2/bot/message/{messageId}/content', answerContent),
  route('GET /v2/bot/message/quota', answerQuota),
  route('GET /v2/bot/message/quota/consumption', answerConsumption),
  route('GET /v2/bot/info', answerBotInfo),
  route('GET /v2/bot/profile/{userId}', answerFriendProfile),
  route('POST /v2/bot/user/{userId}/linkToken', answerLinkToken),
  route('POST /v2/bot/richmenu', createMenu),
  route('GET /v2/bot/richmenu/list', answerMenus),
  route('POST /v2/bot/richmenu/bulk/link', linkMany),
  route('POST /v2/bot/richmenu/{menuId}/content', uploadPicture),
  route('DELETE /v2/bot/richmenu/{menuId}', removeMenu),
  route('POST /v2/bot/user/all/richmenu/{menuId}', linkOne),
  route('POST /v2/bot/user/{userId}/richmenu/{menuId}', linkOne),
  route('GET /v2/bot/user/{userId}/richmenu', answerMenuOf),
  route('DELETE /v2/bot/user/{userId}/richmenu', unlinkOne),
];
