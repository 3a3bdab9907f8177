import { expect, test } from 'vitest';
import { MESSAGE_KINDS } from '@/emails/messages';
import { callDesk, memberBrowser } from '@/testing/desk';
import { withWorld } from '@/testing/with-world';
import type { MessagePreview } from './message-previews';

const world = withWorld();

const ask = async (name: string, input?: object, role: 'support' | 'warehouse' = 'support') =>
  callDesk(await memberBrowser(world, role), `messages.${name}`, { input, kind: 'query' });

test('shows every message in both languages, without a placeholder left open', async () => {
  const support = await memberBrowser(world, 'support');
  for (const kind of MESSAGE_KINDS) {
    const { data } = await callDesk(support, 'messages.preview', { input: { kind }, kind: 'query' });
    const examples = data as MessagePreview[][];
    expect(examples.length).toBeGreaterThan(0);
    for (const languages of examples) {
      expect(languages.map(({ locale }) => locale)).toEqual(['en', 'th']);
      for (const { subject, text } of languages)
        expect(`${subject}\n${text}`).not.toMatch(/\{\w+\}|undefined/);
      expect(new Set(languages.map(({ text }) => text)).size).toBe(2);
    }
  }
});

test('shows no unknown message, and none to the warehouse', async () => {
  expect((await ask('preview', { kind: 'nothing' })).code).toBe('NOT_FOUND');
  expect((await ask('preview', { kind: 'order_paid' }, 'warehouse')).code).toBe('NOT_ALLOWED');
});
