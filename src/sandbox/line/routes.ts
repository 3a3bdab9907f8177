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
  checkChannelToken,
  deliveryOf,
} from './push';
import { apiRefusal } from './refusal';
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
import { newMessageId, newSecret } from './ids';
import { readMessages } from './message-check';
import {
  answerFriendship,
  answerProfile,
  answerToken,
  answerUserinfo,
  revokeToken,
  verifyAccessToken,
  verifyIdToken,
} from './tokens';

/** How long a token lives after its delivery, and after its event for a redelivered one. */
const TOKEN_LIFE_MS = 60_000;
const EVENT_LIFE_MS = 20 * 60_000;

/**
 * Handles `POST /v2/bot/message/reply`. A reply is free. Its token works once, within a minute of its delivery.
 * @throws LineRefusal 400 for a retry key, for a token that is unknown, used or expired, and for a wrong message; 401
 */
function answerReply(call: LineCall): Answer {
  const { line, json, headers } = call;
  checkChannelToken(call);
  if (headers.has('x-line-retry-key')) throw apiRefusal(400, 'Retry key is not supported for this endpoint');
  if (json === null)
    throw apiRefusal(400, 'The request body could not be parsed as JSON (line: 1, column: 1)');
  const messages = readMessages(json);
  const now = line.clock.ms();
  const token = line.replyTokens.get(typeof json.replyToken === 'string' ? json.replyToken : '');
  const isOver =
    token === undefined ||
    token.isUsed ||
    now - token.issuedAt > TOKEN_LIFE_MS ||
    now - token.eventAt > EVENT_LIFE_MS;
  if (isOver) throw apiRefusal(400, 'Invalid reply token');
  line.replyTokens.put({ ...token, isUsed: true });
  const fate = deliveryOf(line, token.userId);
  const sentMessages = messages.map((message) => {
    const id = newMessageId();
    line.messages.put({ id, to: token.userId, at: now, message, fate });
    return { id, quoteToken: newSecret(24) };
  });
  return { status: 200, body: { sentMessages } };
}

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

/**
 * Handles `GET /v2/bot/message/{messageId}/content`.
 * @throws LineRefusal 401, 404 for an unknown message and for a picture that LINE deleted, 410 for one that was taken back
 */
function answerContent(call: LineCall): Answer {
  checkChannelToken(call);
  const { line, params } = call;
  const picture = line.pictures.get(params.messageId ?? '');
  const isUnsent = [...line.events.values()].some(
    ({ key, facts }) =>
      key === 'unsend' && (facts.unsend as { messageId: string }).messageId === params.messageId,
  );
  if (isUnsent) throw apiRefusal(410, 'The content is gone');
  if (!picture?.jpeg) throw apiRefusal(404, 'Not found');
  return {
    status: 200,
    body: Buffer.from(picture.jpeg, 'base64'),
    headers: { 'content-type': 'image/jpeg' },
  };
}
