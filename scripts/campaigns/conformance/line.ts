import { randomUUID } from 'node:crypto';
import { createRecorder, type Target } from './calls';
import type { Response } from './shapes';

export interface LineTarget extends Target {
  accessToken: string;
  /** The id of a friend who receives the message; null: no message is sent. */
  friend: string | null;
}

const NOBODY = `U${'0'.repeat(32)}`;

/** Sends a message to a friend of the official account: the calls of `src/server/gateways/line/push.ts`. */
export async function callLine(target: LineTarget): Promise<Response[]> {
  const recorder = createRecorder(target);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const push = (step: string, to: string, key: string, token = target.accessToken, text = 'ira: test') =>
    recorder.call(step, {
      method: 'POST',
      path: '/v2/bot/message/push',
      headers: { ...bearer(token), 'x-line-retry-key': key },
      json: { to, messages: [{ type: 'text', text }] },
    });
  await recorder.call('read the account', {
    method: 'GET',
    path: '/v2/bot/info',
    headers: bearer(target.accessToken),
  });
  if (target.friend !== null) {
    const key = randomUUID();
    await push('send a message', target.friend, key);
    await push('send it again with the same key', target.friend, key);
  }
  await push('send an empty message', target.friend ?? NOBODY, randomUUID(), target.accessToken, '');
  await push('send with a wrong token', target.friend ?? NOBODY, randomUUID(), 'wrong');
  return recorder.responses;
}
