import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { message, type AnyPayload, type OrderPayload } from './message';

test('every file of this folder that describes a message is registered', async () => {
  const lines = readdirSync(import.meta.dirname)
    .filter(
      (file) =>
        file.endsWith('.tsx') &&
        /^export default /m.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
    )
    .map((file) => file.replace('.tsx', ''))
    .map((name) => `export { default as ${name.replaceAll('-', '_')} } from './${name}';\n`);
  const note =
    '// Generated from the files of this folder: npx vitest run --project unit src/emails/kinds.test.ts -u\n';
  await expect(note + lines.join('')).toMatchFileSnapshot('./kinds.ts');
});

test('a message does not compile before it has decided about its secret and its channel', () => {
  const rest = {
    head: () => ({ subject: '', preheader: '', heading: '' }),
    body: () => null,
    previews: { preview: { firstName: 'Mali', orderId: 'ord_1' } },
  };
  // @ts-expect-error -- no decision about the secret
  message<OrderPayload>({ ...rest, channel: 'mail' });
  // @ts-expect-error -- no decision about the channel
  message<OrderPayload>({ ...rest, secret: [] });
  // @ts-expect-error -- a field that is missing once the message is sent must be optional
  message<OrderPayload>({ ...rest, channel: 'mail', secret: ['orderId'] });
  expect(
    message<AnyPayload & { link?: string }>({ ...rest, channel: 'mail', secret: ['link'] }).secret,
  ).toEqual(['link']);
});
