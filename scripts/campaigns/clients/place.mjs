import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';

/** The product and the sandbox under test, with the documented keys of the sandbox. */
export const place = {
  site: process.env.CLIENTS_SITE ?? '',
  sandbox: process.env.CLIENTS_SANDBOX ?? '',
  operatorToken: process.env.CLIENTS_OPERATOR_TOKEN ?? '',
  omise: { publicKey: 'pkey_test_ira_sandbox', secretKey: 'skey_test_ira_sandbox' },
  line: {
    channelId: '1650000000',
    loginSecret: 'line-login-secret-of-the-sandbox',
    accessToken: 'line-access-token-of-the-sandbox',
    messagingSecret: 'line-messaging-secret-of-the-sandbox',
  },
  webhookSecret: 'c29mdC1jb3R0b24td2ViaG9vay1zZWNyZXQtMDAwMDAx',
};

const report = { passed: 0, failed: [] };
process.on('exit', () => writeFileSync(process.env.CLIENTS_REPORT ?? '/dev/null', JSON.stringify(report)));

/** Runs one check and counts it. A thrown error is a failed check. */
export async function check(title, work) {
  try {
    await work();
    report.passed += 1;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    report.failed.push(`${title}: ${why.replace(/\s+/g, ' ').slice(0, 300)}`);
  }
}

/** Counts a check that a value equals another. */
export const checkEqual = (title, actual, expected) => check(title, () => assert.deepEqual(actual, expected));
/** Counts a check that a condition holds. */
export const checkTrue = (title, condition) => check(title, () => assert.ok(condition));

/** Creates a card token at the vault, as the card form of a browser does. */
export async function createCardToken(number = '4242424242424242') {
  const response = await fetch(`${place.sandbox}/omise/vault/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${place.omise.publicKey}:`)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      card: {
        name: 'TEST PERSON',
        number,
        expiration_month: 12,
        expiration_year: 2040,
        security_code: '123',
      },
    }),
  });
  return (await response.json()).id;
}

/** Creates a REST client that keeps its cookies. */
export function createVisitor() {
  const jar = new Map();
  return async (method, path, body) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(place.site + path, {
      method,
      headers: { ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return response;
  };
}

let registered = 0;

/** Registers a visitor up to the payment. Returns the visitor and the e-mail. */
export async function register(locale = 'en') {
  registered += 1;
  const email = `${process.pid}-${registered}@clients.test`;
  const visit = createVisitor();
  const started = await visit('POST', '/api/register', {
    plan: { frequency: 1, paymentDay: 31, items: [{ productCode: 'day-pads', quantity: 3 }] },
    details: { firstName: 'Mali', lastName: 'Suk', phone: '0812345678' },
    password: 'correct horse battery',
    consent: true,
    email,
    locale,
  });
  if (!started.ok) throw new Error(await started.text());
  const address = { address: '1 Soi 2 Sukhumvit Road', province: 'Bangkok', postalCode: '10110' };
  const delivered = await visit('POST', '/api/register/delivery', address);
  if (!delivered.ok) throw new Error(await delivered.text());
  return { visit, email };
}

/** Registers a subscriber who has paid by card. */
export async function subscribe(locale) {
  const person = await register(locale);
  const body = { cardToken: await createCardToken() };
  const paid = await person.visit('POST', '/api/register/payment/card', body);
  const { data, message } = await paid.json();
  if (data?.outcome !== 'paid') throw new Error(`not paid: ${message ?? data?.outcome}`);
  return { ...person, orderId: data.orderId };
}

/** Waits until `find` returns a value. */
export async function waitFor(what, find) {
  for (let n = 0; n < 100; n++) {
    const found = await find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${what} did not appear within 20 s`);
}

/** Returns the mails to an address, newest first. */
export async function mailsTo(email) {
  const response = await fetch(`${place.sandbox}/mail.json?to=${encodeURIComponent(email)}`);
  const { data } = await response.json();
  return data;
}
