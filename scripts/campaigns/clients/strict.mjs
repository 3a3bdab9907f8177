// The packed API client, installed in another project and compiled under `tsc --strict`, then run.
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHmac } from 'node:crypto';
import { check, checkEqual, checkTrue, createCardToken, place } from './place.mjs';

const folder = import.meta.dirname;
const examples = join(folder, 'examples');
cpSync(join(folder, 'node_modules/ira-client/examples'), examples, { recursive: true });
const tsconfig = {
  compilerOptions: {
    target: 'ES2022',
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    outDir: 'built',
    rootDir: 'examples',
    types: ['node'],
  },
  include: ['examples'],
};
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
for (const name of readdirSync(examples)) {
  const source = readFileSync(join(examples, name), 'utf8');
  checkTrue(`${name} has no cast`, !/\bas (?!const)\w|: any\b|<any>|@ts-/.test(source));
}
await check('the examples compile under --strict', () => {
  try {
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
  } catch (error) {
    throw new Error(error.stdout);
  }
});

const { createIraClient } = await import('ira-client');
const { register } = await import(join(folder, 'built/register.js'));
const { skipOrder } = await import(join(folder, 'built/skip.js'));
const { forwardOmiseWebhook } = await import(join(folder, 'built/webhook.js'));
const [email, password] = [`strict-${process.pid}@clients.test`, 'correct horse battery'];
const client = createIraClient({ baseUrl: place.site, locale: 'th' });
const orderId = await register(client, { email, password, cardToken: await createCardToken() });
checkTrue('the first box is paid', /^ord_/.test(orderId));
const me = await client.GET('/api/me');
checkEqual('the session is kept', me.data?.data.account.email, email);
const upcoming = await client.GET('/api/orders/upcoming');
checkEqual('three orders are upcoming', upcoming.data?.data.orders.length, 3);
const next = upcoming.data?.data.orders[0].orderId;
const days = await skipOrder(createIraClient({ baseUrl: place.site }), { email, password, orderId: next });
checkTrue('the next order is skipped', /^\d{4}-\d\d-\d\d skipped, /.test(days));
const refused = await createIraClient({ baseUrl: place.site, locale: 'th' }).GET('/api/me');
checkEqual('a refusal has its code', refused.error?.code, 'NOT_LOGGED_IN');
checkTrue('in the chosen language', /[\u0e00-\u0e7f]/.test(refused.error?.message ?? ''));

const body = JSON.stringify({
  object: 'event',
  id: 'evnt_test_1',
  key: 'customer.create',
  data: { object: 'customer', id: 'cust_test_1' },
});
const forward = (secret) => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${timestamp}.${body}`)
    .digest('hex');
  const headers = { 'omise-signature': signature, 'omise-signature-timestamp': timestamp };
  const request = new Request('http://proxy.test/', { method: 'POST', body, headers });
  return forwardOmiseWebhook(request, { site: place.site, secret: place.webhookSecret });
};
checkEqual('a signed webhook is forwarded and accepted', (await forward(place.webhookSecret)).status, 200);
checkEqual('a webhook with another secret is refused', (await forward('AAAA')).status, 401);
