import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { addDays, type Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { REMINDER_DAYS } from '@/domain/schedule';
import { translate } from '@/locales/translate';
import { becomeSubscriber, PASSWORD } from './subscriber';
import { freshEmail, visit } from './walk';

const FOLDER = 'docs/screens/line';
const WIDTH = 360;
/** The greatest size of a picture in bytes, and the qualities that are tried until it fits. */
const BYTES_MAX = 40_000;
const QUALITIES = [0.8, 0.6, 0.45, 0.3];
/** How long an answer may take. */
const ANSWER_MS = 60_000;
const POLL_MS = 200;

/** What the subscriber of a recorded chat types. */
const TYPED: Record<Locale, Record<'next' | 'move' | 'pay' | 'person', string>> = {
  en: {
    next: 'when is my next box?',
    move: 'change the delivery date',
    pay: 'pay',
    person: 'Can I talk to a person?',
  },
  th: { next: 'กล่องต่อไปมาเมื่อไหร่คะ', move: 'เลื่อนวันส่ง', pay: 'จ่ายเงิน', person: 'ขอคุยกับแอดมินค่ะ' },
};

interface Message {
  to: string;
  message: Record<string, unknown>;
}

/** The phone of one subscriber in the sandbox's LINE. */
interface Phone {
  page: Page;
  sandbox: string;
  locale: Locale;
  userId: string;
  /** The e-mail of the account. */
  email: string;
}

/**
 * Records typical chats with the LINE account in one language, as the sandbox's phone shows them. Moves the clock of the
 * running product to the next reminder, which offers a skip.
 */
export async function recordChats(browser: Browser, base: string, locale: Locale): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const context = await browser.newContext({ viewport: { width: WIDTH, height: 780 }, deviceScaleFactor: 1 });
  context.setDefaultTimeout(ANSWER_MS);
  const page = await context.newPage();
  const { origin } = new URL(base);
  await becomeSubscriber(page, origin, locale);
  const phone = await link(page, origin, locale);
  await record(phone, 'next', 1, () => type(phone, 'next'));
  await record(phone, 'move', 2, () => move(phone));
  await record(phone, 'person', 1, () => type(phone, 'person'));
  const skip = await waitForReminder(phone, origin);
  await record(phone, 'skip', 2, () => skipAndUndo(phone, skip), 1);
  await orderNowByLink(phone, origin);
  await record(phone, 'pay', 1, () => type(phone, 'pay'));
  await record(phone, 'slip', 1, () => sendSlip(phone));
  await context.close();
}

async function ask<T>(
  { page, sandbox }: Pick<Phone, 'page' | 'sandbox'>,
  path: string,
  data?: object,
): Promise<T> {
  const url = `${sandbox}/_control/line${path}`;
  const response = data ? await page.request.post(url, { data }) : await page.request.get(url);
  const answer = (await response.json()) as { data: T; message?: string };
  if (!response.ok()) throw new Error(`${path}: ${answer.message ?? response.status()}`);
  return answer.data;
}

/** Links LINE with the page's subscriber, who adds the account as a friend. */
async function link(page: Page, origin: string, locale: Locale): Promise<Phone> {
  const settings = await page.request.get(`${origin}/api/settings`);
  const { data } = (await settings.json()) as { data: { omiseVaultUrl: string } };
  const sandbox = new URL(data.omiseVaultUrl).origin;
  const person = { name: locale === 'th' ? 'มาลี' : 'Mali', email: freshEmail() };
  const made = await ask<{ person: { userId: string } }>({ page, sandbox }, '/consent', {
    person,
    action: 'allow_add_friend',
  });
  await visit(page, `${origin}${locale === 'th' ? '/th' : ''}/account/details/line`);
  await page.locator('main a[href^="/api/auth/line/start"]').last().click();
  await page.locator('#line-title').waitFor();
  const me = (await (await page.request.get(`${origin}/api/me`)).json()) as {
    data: { account: { email: string } };
  };
  return { page, sandbox, locale, userId: made.person.userId, email: me.data.account.email };
}

const act = ({ userId, ...phone }: Phone, action: string, more: object) =>
  ask(phone, `/people/${userId}`, { action, ...more });
const type = (phone: Phone, what: keyof (typeof TYPED)['en']) =>
  act(phone, 'message', { text: TYPED[phone.locale][what] });

async function messagesOf(phone: Phone): Promise<Message[]> {
  return (await ask<Message[]>(phone, '/messages')).filter(({ to }) => to === phone.userId);
}

/** Waits until a subscriber has so many messages. @returns the last one */
async function waitFor(phone: Phone, count: number): Promise<Message> {
  for (let waited = 0; waited < ANSWER_MS; waited += POLL_MS) {
    const last = (await messagesOf(phone))[count - 1];
    if (last) return last;
    await sleep(POLL_MS);
  }
  throw new Error(`the ${count}th message to ${phone.userId} did not arrive`);
}

interface TapButton {
  label: string;
  data: string;
  /** The last day of a date picker. */
  max?: string;
}

/** Returns the buttons of a message that are sent to the product. */
const buttonsOf = (sent: Message | undefined): TapButton[] =>
  (
    JSON.stringify(sent?.message.contents ?? {}).match(/\{"type":"(datetimepicker|postback)"[^}]*\}/g) ?? []
  ).map((text) => JSON.parse(text) as TapButton);

async function move(phone: Phone): Promise<void> {
  const before = (await messagesOf(phone)).length;
  await type(phone, 'move');
  const picker = buttonsOf(await waitFor(phone, before + 1)).find(({ max }) => max !== undefined);
  await act(phone, 'postback', { text: picker?.data ?? '', date: picker?.max });
}

/** Orders the next box now, which is paid by a link. */
async function orderNowByLink(phone: Phone, origin: string): Promise<void> {
  const before = (await messagesOf(phone)).length;
  // The session has expired since the registration.
  const steps = [
    ['/api/login', { email: phone.email, password: PASSWORD }],
    ['/api/subscriptions/convert-offline', {}],
    ['/api/orders/now', {}],
  ] as const;
  for (const [path, data] of steps) {
    const response = await phone.page.request.post(origin + path, { data });
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  }
  await waitFor(phone, before + 1);
}

/** Pays by a transfer, and sends its slip. */
async function sendSlip(phone: Phone): Promise<void> {
  const { page, sandbox } = phone;
  const made = await page.request.post(`${sandbox}/bank/transfers`, {
    data: { amount: 37_525, reference: 'thank you' },
  });
  const { data } = (await made.json()) as { data: { id: string } };
  const slip = await page.request.get(`${sandbox}/bank/slips/${data.id}.jpg`);
  await act(phone, 'picture', { text: (await slip.body()).toString('base64') });
}

/** Moves the clock to the reminder of the next box. @returns the data of its button that skips the box */
async function waitForReminder(phone: Phone, origin: string): Promise<string> {
  const label = translate(phone.locale, 'emails.orderReminder.tapSkip');
  const response = await phone.page.request.get(`${origin}/api/orders/upcoming`);
  const { data } = (await response.json()) as { data: { orders: { paymentDate: Day }[] } };
  const day = addDays(data.orders[0]?.paymentDate as Day, -REMINDER_DAYS);
  await promisify(execFile)(process.execPath, ['scripts/start/clock.mjs', '--to', `${day}T10:00:00+07:00`]);
  for (let waited = 0; waited < ANSWER_MS; waited += POLL_MS) {
    const skip = buttonsOf((await messagesOf(phone)).at(-1)).find((button) => button.label === label);
    if (skip) return skip.data;
    await sleep(POLL_MS);
  }
  throw new Error('no reminder arrived');
}

/** Skips a box by the button of its reminder, and takes the skip back. */
async function skipAndUndo(phone: Phone, data: string): Promise<void> {
  const before = (await messagesOf(phone)).length;
  await act(phone, 'postback', { text: data });
  const [undo] = buttonsOf(await waitFor(phone, before + 1));
  await act(phone, 'postback', { text: undo?.data ?? '' });
}

/**
 * Records what a subscriber does until `answers` more messages have arrived, as a picture of that part of the chat.
 * @param earlier how many entries before it are shown
 */
async function record(
  phone: Phone,
  name: string,
  answers: number,
  doIt: () => Promise<unknown>,
  earlier = 0,
): Promise<void> {
  const { page, sandbox, userId, locale } = phone;
  const before = (await messagesOf(phone)).length;
  const inbox = `${sandbox}/line/inbox/${userId}`;
  await visit(page, inbox);
  const shown = (await page.locator('.talk > li').count()) - earlier;
  await doIt();
  await waitFor(phone, before + answers);
  await visit(page, inbox);
  await page.evaluate((count) => {
    const main = document.querySelector('main');
    const keep = [document.querySelector('.talk'), document.querySelector('.quick')];
    for (const li of [...document.querySelectorAll('.talk > li')].slice(0, count)) li.remove();
    document.querySelectorAll('.talk time, .talk .soft').forEach((part) => part.remove());
    main?.replaceChildren(...keep.filter((part) => part !== null));
    document.querySelector('header')?.remove();
  }, shown);
  const png = await page.locator('main').screenshot();
  writeFileSync(`${FOLDER}/${name}-${locale}.webp`, await toWebp(page, png));
}

/** Encodes a picture as WebP in the browser, in the best quality that is small enough. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const url = await page.evaluate(
      async ([source, q]) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        canvas.getContext('2d')?.drawImage(image, 0, 0);
        return canvas.toDataURL('image/webp', q);
      },
      [`data:image/png;base64,${png.toString('base64')}`, quality] as const,
    );
    const webp = Buffer.from(url.split(',')[1] ?? '', 'base64');
    if (webp.length <= BYTES_MAX) return webp;
  }
  throw new Error('the picture is too large');
}
