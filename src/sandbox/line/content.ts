import type { Answer } from '../provider';
import type { LineCall } from './call';
import { checkChannelToken } from './push';
import { apiRefusal } from './refusal';

/**
 * Handles `GET /v2/bot/message/{messageId}/content`.
 * @throws LineRefusal 401, 404 for an unknown message and for a picture that LINE deleted, 410 for one that was taken back
 */
export function answerContent(call: LineCall): Answer {
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
