import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import QRCode from 'qrcode';
import { expectAccessible } from './support/accessible';
import { enterDesk } from './support/desk';
import { paidOrder, subscribe } from './support/subscribers';
import { expect, test as base, waitUntilInteractive } from './support/test';
import { path, speak, t } from './support/words';

/* Boxes are packed with a phone: its camera reads the code of the box, then the tracking number. */

/** What the camera of the browser shows: read when a page asks for the camera. */
const FILM = join(mkdtempSync(join(tmpdir(), 'film-')), 'camera.y4m');

const test = base.extend<object, { launchOptions: { args?: string[] } }>({
  launchOptions: [
    async ({ launchOptions }, provide) => {
      const camera = [
        // The browser without windows cannot ask: each use of the camera is allowed.
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${FILM}`,
      ];
      await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] });
    },
    { scope: 'worker' },
  ],
});

const [WIDTH, HEIGHT] = [640, 480];

/** Whether a dot of a picture is dark. */
type Picture = (x: number, y: number) => boolean;

/** Returns the picture of a QR code. */
function qr(text: string): Picture {
  const { size, data } = QRCode.create(text).modules;
  const dot = 10;
  const [left, top] = [(WIDTH - size * dot) / 2, (HEIGHT - size * dot) / 2];
  return (x, y) => {
    const [column, row] = [Math.floor((x - left) / dot), Math.floor((y - top) / dot)];
    const isInside = Math.min(column, row) >= 0 && Math.max(column, row) < size;
    return isInside && data[row * size + column] === 1;
  };
}

/** The number of a parcel in Code 128: start B, its thirteen characters, check symbol, stop, as widths of bars and gaps. */
const NUMBER_IN_BARS =
  '211214' +
  ['132113', '331121', '213212', '213212', '123122', '223112', '123221', '312131'].join('') +
  ['221132', '213212', '213212', '213311', '231113', '114311', '2331112'].join('');

/** Returns the picture of bars that lie or stand. */
function bars(widths: string, isTurned: boolean): Picture {
  const dot = isTurned ? 2 : 3;
  const dark = [...widths].flatMap((width, at) => Array<boolean>(Number(width)).fill(at % 2 === 0));
  const [along, across] = isTurned ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
  const from = Math.round((along - dark.length * dot) / 2);
  return (x, y) => {
    const [at, off] = isTurned ? [y, x] : [x, y];
    return Math.abs(off - across / 2) < across / 4 && dark[Math.floor((at - from) / dot)] === true;
  };
}

/** Writes a film that shows each picture for a second. */
function film(pictures: readonly Picture[]): void {
  const frames = pictures.flatMap((isDark) => {
    const picture = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128);
    for (let at = 0; at < WIDTH * HEIGHT; at += 1)
      picture[at] = isDark(at % WIDTH, Math.floor(at / WIDTH)) ? 16 : 235;
    return Array.from({ length: 10 }, () => Buffer.concat([Buffer.from('FRAME\n'), picture]));
  });
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`);
  writeFileSync(FILM, Buffer.concat([head, ...frames]));
}

test('a box is sent by scanning its QR code and the bar code of its tracking number with a phone @deep', async ({
  page,
  context,
}) => {
  await subscribe(page);
  const order = `#${(await paidOrder(page)).orderNumber}`;
  await context.clearCookies();
  await enterDesk(page, 'warehouse');
  const list = page.getByRole('textbox', { name: t('deskParcels.bulkLines') });
  const openList = async () => {
    await page.goto(path('/desk/parcels?list=toSend'));
    await waitUntilInteractive(page);
  };
  const scan = () => page.getByRole('button', { name: t('deskParcels.scan.open') }).click();

  speak('th');
  await openList();
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await scan();
  await expect(page.getByText(t('deskParcels.scan.denied'))).toBeVisible();
  await expectAccessible(page, 'desk-scan-denied');

  film([() => false]);
  await openList();
  await scan();
  await expect(page.getByText(t('deskParcels.scan.unread'))).toBeVisible();
  await expectAccessible(page, 'desk-scan-unread');
  speak('en');

  for (const isTurned of [true, false]) {
    film([qr(order), bars(NUMBER_IN_BARS, isTurned)]);
    await openList();
    await scan();
    await expect(list).toHaveValue(`${order}, Thailand Post, EX550617355TH`);
  }
  await expectAccessible(page, 'desk-scan-en');
  await page.getByRole('button', { name: t('deskParcels.scan.close') }).click();
  await page.getByRole('button', { name: t('deskParcels.check') }).click();
  await expect(page.getByRole('button', { name: t('deskParcels.start', { count: 1 }) })).toBeVisible();
});
