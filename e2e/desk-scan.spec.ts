import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import QRCode from 'qrcode';
import { expectAccessible } from './support/accessible';
import { enterDesk } from './support/desk';
import { call, subscribe } from './support/subscribers';
import { expect, test as base, waitUntilInteractive } from './support/test';
import { english, thai } from './support/words';

/* Boxes are packed with a phone: its camera reads the code of the box, then the tracking number. */

/** What the camera of the browser shows: read when a page asks for the camera. */
const FILM = join(mkdtempSync(join(tmpdir(), 'film-')), 'camera.y4m');

const test = base.extend<object, { launchOptions: { args?: string[] } }>({
  launchOptions: [
    async ({ launchOptions }, provide) => {
      const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${FILM}`];
      await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] });
    },
    { scope: 'worker' },
  ],
});

const [WIDTH, HEIGHT, DOT] = [640, 480, 10];

/** Writes a film that shows each code for a second. */
function film(codes: readonly string[]): void {
  const frames = codes.flatMap((code) => {
    const picture = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128).fill(235, 0, WIDTH * HEIGHT);
    const { size, data } = QRCode.create(code).modules;
    const [left, top] = [(WIDTH - size * DOT) / 2, (HEIGHT - size * DOT) / 2].map(Math.round) as [
      number,
      number,
    ];
    for (const [at, isDark] of data.entries())
      for (let row = 0; isDark && row < DOT; row += 1) {
        const from = (top + Math.floor(at / size) * DOT + row) * WIDTH + left + (at % size) * DOT;
        picture.fill(16, from, from + DOT);
      }
    return Array.from({ length: 10 }, () => Buffer.concat([Buffer.from('FRAME\n'), picture]));
  });
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`);
  writeFileSync(FILM, Buffer.concat([head, ...frames]));
}

test(
  'a box is sent by scanning its code and its tracking number with a phone',
  { tag: '@deep' },
  async ({ page, context }) => {
    const { t, path } = english;
    await subscribe(page, english);
    const { orders } = await call<{ orders: { orderNumber: number }[] }>(page, '/mycloud/orders');
    const order = `#${orders[0]?.orderNumber}`;
    await context.clearCookies();
    await enterDesk(page, 'warehouse', english);
    film([order, 'EX550617355TH']);
    const list = page.getByRole('textbox', { name: t('deskParcels.bulkLines') });

    await page.goto(thai.path('/desk/parcels?list=toSend'));
    await waitUntilInteractive(page);
    await page.getByRole('button', { name: thai.t('deskParcels.scan.open') }).click();
    await expect(page.getByText(thai.t('deskParcels.scan.denied'))).toBeVisible();
    await expectAccessible(page, 'desk-scan-denied-th');

    await context.grantPermissions(['camera']);
    await page.goto(path('/desk/parcels?list=toSend'));
    await waitUntilInteractive(page);
    await page.getByRole('button', { name: t('deskParcels.scan.open') }).click();
    await expect(page.getByText(t('deskParcels.scan.onlyQr'))).toBeVisible();
    await expect(list).toHaveValue(`${order}, Thailand Post, EX550617355TH`);
    await expectAccessible(page, 'desk-scan-en');
    await page.getByRole('button', { name: t('deskParcels.scan.close') }).click();
    await page.getByRole('button', { name: t('deskParcels.check') }).click();
    await expect(page.getByRole('button', { name: t('deskParcels.start', { count: 1 }) })).toBeVisible();
  },
);
