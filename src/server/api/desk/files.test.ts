import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readCsv } from '@/domain/csv';
import { USUAL_COLUMNS, type JournalColumn } from '@/domain/journal';
import { mayDo, STAFF_ROLES } from '@/domain/staff';
import { transaction } from '@/server/db';
import { auditEvents } from '@/server/db/schema';
import { readBookkeeping } from '@/server/desk/reads/bookkeeping';
import { zipStream, type ZippedFile } from '@/server/platform/zip';
import { requestTaxInvoice } from '@/server/work/documents/request-tax-invoice';
import { BUYER } from '@/testing/access';
import { callDesk, memberBrowser } from '@/testing/desk';
import { issueDocuments } from '@/testing/documents';
import { textOfPdf } from '@/testing/pdf';
import { ordersOf, plantSubscriber } from '@/testing/subscribers';
import { unzip } from '@/testing/workbook';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ settings: { VAT_ID: '0105566000001' } });

const pathOf = (name: string, locale = 'en') => `/api/desk/${name}?month=2026-11&locale=${locale}`;

/** Three receipts, of which a tax invoice replaces the second. */
async function plantDocuments() {
  const people = [await plantSubscriber(world), await plantSubscriber(world), await plantSubscriber(world)];
  await issueDocuments(world);
  const [order] = await ordersOf(world, people[1]?.accountId ?? '');
  await requestTaxInvoice(world.ctx(), people[1]?.accountId ?? '', { orderId: order?.id ?? '', ...BUYER });
}

test('the documents of a month are one archive, by number, with an index as its last file', async () => {
  await plantDocuments();
  const member = await memberBrowser(world, 'finance');
  const get = (path: string, method = 'GET') =>
    world.request(method, path, undefined, { cookie: member.cookies() });
  const response = await get(pathOf('documents.zip', 'th'));
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="ira-2026-11-documents.zip"',
  );
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  const numbers = ['R-2026-000001', 'R-2026-000002', 'R-2026-000003', 'T-2026-000001'];
  expect([...files.keys()]).toEqual([...numbers.map((number) => `${number}.pdf`), 'index.csv']);
  const text = (number: string) => textOfPdf(files.get(`${number}.pdf`) ?? Buffer.alloc(0));
  for (const number of numbers) expect(text(number)).toContain(number);
  expect(text('R-2026-000002')).toContain('T-2026-000001');
  expect(text('T-2026-000001')).toContain(BUYER.name);
  const index = files.get('index.csv')?.toString() ?? '';
  const alone = await (await get(pathOf('sales-tax.csv', 'th'))).arrayBuffer();
  expect(index).toBe(Buffer.from(alone).toString());
  const rows = readCsv(index)
    .slice(3)
    .map(({ fields }) => fields ?? []);
  expect(rows.map((row) => [row[2], row[9]])).toEqual([
    ...numbers.slice(0, 3).map((number) => [number, '375.25']),
    ['T-2026-000001', '0.00'],
  ]);
  expect((await get(pathOf('documents.zip'), 'HEAD')).status).toBe(200);
  const events = await world.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.actor, `staff:${member.staffId}`));
  expect(events.map(({ what, detail }) => [what, detail])).toEqual(
    expect.arrayContaining([
      ['books.file_saved', { file: 'documents.zip', month: '2026-11' }],
      ['desk.read', { procedure: 'books.documents.zip', persons: 1 }],
    ]),
  );
  expect(events.filter(({ what }) => what === 'books.file_saved')).toHaveLength(2);
});

test('the journal has the columns that the shop has chosen, until it goes back to the usual ones', async () => {
  await plantDocuments();
  const member = await memberBrowser(world, 'finance');
  const journal = async () => {
    const file = await world.request('GET', pathOf('journal.csv', 'th'), undefined, {
      cookie: member.cookies(),
    });
    return readCsv(await file.text()).map(({ fields }) => fields ?? []);
  };
  const change = (columns: readonly JournalColumn[]) =>
    callDesk(member, 'payouts.changeColumns', { input: { columns } });
  const usual = await journal();
  expect(usual[0]).toHaveLength(8);
  const [reference, amount] = [
    { key: 'reference', head: 'Ref =1' },
    { key: 'amount', head: null },
  ] as const;
  expect((await change([reference, amount])).code).toBe('ok');
  const own = await journal();
  expect(own[0]).toEqual(['Ref =1', 'จำนวนเงิน']);
  expect(own).toContainEqual(['R-2026-000001', '375.25']);
  expect(own).toHaveLength(usual.length);
  expect((await change([])).code).toBe('INPUT_INVALID');
  expect((await change([amount, amount])).code).toBe('INPUT_INVALID');
  await change(USUAL_COLUMNS);
  expect(await journal()).toEqual(usual);
});

test('a missing number of a month is named', async () => {
  await plantDocuments();
  await transaction(world.db, (tx) =>
    tx.execute(sql`delete from documents where kind = 'receipt' and number = 2`),
  );
  const { missing } = await readBookkeeping(world.ctx());
  expect(missing).toEqual([{ kind: 'receipt', number: 2 }]);
});

test.each(STAFF_ROLES)('%s gets a file of the books exactly if the role may use them', async (role) => {
  const cookie = (await memberBrowser(world, role)).cookies();
  const refused = await world.request('GET', pathOf('sales-tax.csv', 'th'), undefined, {
    cookie,
    accept: 'text/html',
  });
  expect(refused.status).toBe(mayDo(role, 'books.use') ? 200 : 403);
  const text = await refused.text();
  if (refused.status === 403) expect(text).toMatch(/^[^{]*[ก-๙]/);
});

test('a page of another site, a wrong month and a caller without a session get no file', async () => {
  const cookie = (await memberBrowser(world, 'owner')).cookies();
  const ask = async (path: string, headers: Record<string, string>) =>
    (await world.request('GET', path, undefined, headers)).status;
  expect(await ask(pathOf('documents.zip'), { cookie, 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await ask('/api/desk/documents.zip?month=2026-13&locale=en', { cookie })).toBe(400);
  expect(await ask(pathOf('documents.zip'), {})).toBe(401);
});

test('a member gets one file at a time, and the next after the client of the first has gone', async () => {
  await plantDocuments();
  const cookie = (await memberBrowser(world, 'finance')).cookies();
  const ask = () => world.request('GET', pathOf('documents.zip'), undefined, { cookie });
  const first = await ask();
  const second = await ask();
  expect([first.status, second.status]).toEqual([200, 409]);
  expect(await second.json()).toMatchObject({ code: 'REFUSED' });
  await first.body?.cancel();
  const third = await ask();
  expect(unzip(Buffer.from(await third.arrayBuffer())).size).toBeGreaterThan(4);
  await (await ask()).body?.cancel();
});

test('an archive requests no file after its reader has closed it, and is broken off by a file that fails', async () => {
  let made = 0;
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  async function* endless() {
    try {
      for (;;) yield { name: `${(made += 1)}.bin`, content: Buffer.alloc(50_000), changedAt: world.now() };
    } finally {
      end();
    }
  }
  const stream = zipStream(endless());
  await once(stream, 'readable');
  stream.destroy();
  await ended;
  expect(made).toBeLessThan(20);
  async function* failing(): AsyncGenerator<ZippedFile> {
    yield await Promise.reject(new Error('not drawn'));
  }
  await expect(buffer(zipStream(failing()))).rejects.toThrow('not drawn');
});
