// The PromptPay QR picture: rendered, read by a scanner and decoded as EMVCo.
import { Resvg } from '@resvg/resvg-js';
import jsQR from 'jsqr';
import { parse } from 'promptparse';
import { checkEqual, checkTrue, place, register } from './place.mjs';

for (const locale of ['en', 'th']) {
  const { visit } = await register(locale);
  const { data } = await (await visit('POST', '/api/register/payment/offline', {})).json();
  const token = new URL(data.paymentUrl).pathname.split('/').at(-1);
  const page = await fetch(data.paymentUrl);
  checkEqual(`${locale}: the page of the link`, page.status, 200);
  // The page requests its QR code like this when it is opened.
  const asked = await fetch(`${place.site}/api/payments/qr`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  checkEqual(`${locale}: the page requests a code`, asked.status, 200);
  const image = await fetch(`${place.site}/api/pay/${token}/qr`);
  checkEqual(
    `${locale}: the picture`,
    [image.status, image.headers.get('content-type')?.split(';')[0]],
    [200, 'image/svg+xml'],
  );
  const rendered = new Resvg(await image.text(), {
    background: '#fff',
    fitTo: { mode: 'width', value: 740 },
  }).render();
  const scanned = jsQR(new Uint8ClampedArray(rendered.pixels), rendered.width, rendered.height);
  checkTrue(`${locale}: a scanner reads the picture`, scanned !== null);
  const decoded = parse(scanned?.data ?? '', true);
  checkTrue(`${locale}: the check sum is right`, decoded !== null);
  checkEqual(`${locale}: the version`, decoded?.getTagValue('00'), '01');
  checkEqual(`${locale}: one payment only`, decoded?.getTagValue('01'), '12');
  checkEqual(`${locale}: baht`, decoded?.getTagValue('53'), '764');
  checkEqual(`${locale}: Thailand`, decoded?.getTagValue('58'), 'TH');
  checkEqual(`${locale}: the amount`, Number(decoded?.getTagValue('54')) * 100, data.amount);
}
