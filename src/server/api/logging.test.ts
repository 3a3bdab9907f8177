import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { spawnProgram } from '@/testing/spawning';

const SPEAKER = new URL('../../testing/log-leak-program.ts', import.meta.url);

test('no input of users is ever logged: no body, card, password, cookie, token or key', async () => {
  const program = spawnProgram(['--import', 'tsx', fileURLToPath(SPEAKER)], {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    LOG_LEVEL: 'trace',
  });
  expect((await program.ended()).code).toBe(0);
  const lines = program.said().trim().split('\n');
  expect(lines).toContainEqual(expect.stringMatching(/^answered 503 503 400 503 400 400 503 400 /));
  const logged = lines.filter((line) => !line.startsWith('answered'));
  expect(logged.length).toBeGreaterThan(0);
  for (const line of logged) {
    const { time, traceId, ...said } = JSON.parse(line) as Record<string, unknown>;
    expect(said).toMatchObject({ event: 'api.failed' });
    expect(Date.parse(String(time))).toBeGreaterThan(0);
    expect(traceId).toMatch(/^[\da-f]{32}$/);
    // Without time and trace id, whose digits can be the security code of the card.
    expect(JSON.stringify(said)).not.toMatch(/canary|singing|4242|987|0899999999/i);
  }
});
