import { expect, test } from 'vitest';
import { spawnProgram } from '@/testing/spawning';
import { bundleOf, ensureBundles } from '../../scripts/start/bundle.mjs';
import { root } from '../../scripts/start/terminal.mjs';

test('the web process lists wrong settings without their values and exits with 1', async () => {
  await ensureBundles(root);
  const web = spawnProgram(bundleOf(root, 'web'), {
    NODE_ENV: 'production',
    SITE_URL: 'https://ira.example',
    DATABASE_URL: 'postgres://ira:hush@db/ira',
    OPERATOR_TOKEN: 'hush hush',
  });
  expect((await web.ended()).code).toBe(1);
  const [first, ...problems] = web.said().trimEnd().split('\n');
  expect(first).toBe('Invalid environment variables');
  expect(problems).toContain('  OPERATOR_TOKEN: malformed');
  expect(problems).toContain('  OMISE_SECRET_KEY: required');
  expect(problems.every((line) => /^ {2}[A-Z_]+: (required|malformed)$/.test(line))).toBe(true);
  expect(web.said()).not.toContain('hush');
});
