import QRCode from 'qrcode';
import type { ParcelPaper } from '@/domain/parcel-papers';
import type { Locale } from '@/domain/locale';
import { translate } from '@/locales/translate';
import { createPdf } from './pdf';
import { INK, inElement, write, type Pen } from './write';

/** A parcel as its label and its slip show it. */
export interface PaperParcel {
  orderNumber: string;
  to: { name: string; phone: string; address: string; postalCode: string };
  sender: string[];
  courier: string | null;
  items: { name: string; quantity: number }[];
  isFirst: boolean;
}

const MM = 72 / 25.4;
const A4 = { width: 210 * MM, height: 297 * MM };
const LABEL = { width: 100 * MM, height: 150 * MM };
const EDGE = 6 * MM;
const CODE = 18 * MM;
const MUTED = '#6b5a55';

interface Frame {
  x: number;
  y: number;
  width: number;
}

/** Returns labels or packing slips of parcels as a tagged PDF, in the order of the parcels. */
export function drawPapers(
  kind: ParcelPaper,
  parcels: readonly PaperParcel[],
  locale: Locale,
  now: Date,
): Promise<Buffer> {
  const title = translate(locale, `deskParcels.papers.${kind}`);
  const size: [number, number] = kind === 'labels' ? [LABEL.width, LABEL.height] : [A4.width, A4.height];
  const perPage = kind === 'sheets' ? 4 : 1;
  return createPdf({ title, locale, createdAt: now, size }, (pen) => {
    for (const [at, parcel] of parcels.entries()) {
      if (at > 0 && at % perPage === 0) pen.doc.addPage({ size, margin: 0 });
      const place = at % perPage;
      const frame = {
        x: EDGE + (kind === 'sheets' && place % 2 === 1 ? A4.width / 2 : 0),
        y: EDGE + (kind === 'sheets' && place > 1 ? A4.height / 2 : 0),
        width: (kind === 'sheets' ? A4.width / 2 : size[0]) - 2 * EDGE,
      };
      if (kind === 'slips') drawSlip(pen, parcel, frame);
      else drawLabel(pen, parcel, frame);
    }
  });
}

/** The label says nothing about what is inside: neighbours read it. */
function drawLabel(
  pen: Pen,
  { orderNumber, to, sender, courier }: PaperParcel,
  { x, y: top, width }: Frame,
): void {
  const { locale } = pen;
  const say = (key: 'from' | 'to') => translate(locale, `deskParcels.papers.${key}`);
  const beside = width - CODE - EDGE;
  drawCode(pen, orderNumber, { x: x + width - CODE, y: top });
  let y = write(pen, say('from'), { x, y: top, width: beside }, { size: 8, color: MUTED });
  for (const one of sender) y = write(pen, one, { x, y, width: beside }, { size: 9 });
  y = Math.max(y, top + CODE);
  y = write(pen, say('to'), { x, y: y + 10, width }, { size: 8, color: MUTED });
  y = write(pen, to.name, { x, y, width }, { size: 16, weight: 'bold' }, { type: 'H1' });
  y = write(pen, to.phone, { x, y, width }, { size: 13, weight: 'bold' });
  y = write(pen, to.address, { x, y, width }, { size: 12 });
  y = write(pen, to.postalCode, { x, y, width }, { size: 22, weight: 'bold' });
  write(
    pen,
    [orderNumber, courier].filter(Boolean).join(' · '),
    { x, y: y + 6, width },
    { size: 12, weight: 'bold' },
  );
}

/** Draws the code of an order, which is scanned while boxes are packed. Screen readers read its number as text. */
function drawCode({ doc }: Pen, text: string, { x, y }: { x: number; y: number }): void {
  const { size, data } = QRCode.create(text).modules;
  const dot = CODE / size;
  doc.markContent('Artifact', { type: 'Layout' });
  for (const [at, isDark] of data.entries())
    if (isDark) doc.rect(x + (at % size) * dot, y + Math.floor(at / size) * dot, dot, dot);
  doc.fill(INK);
  doc.endMarkedContent();
}

function drawSlip(
  pen: Pen,
  { orderNumber, to, items, isFirst }: PaperParcel,
  { x, y: top, width }: Frame,
): void {
  const { locale } = pen;
  drawCode(pen, orderNumber, { x: x + width - CODE, y: top });
  let y = write(
    pen,
    `${translate(locale, 'deskParcels.papers.slip')} ${orderNumber}`,
    { x, y: top, width: width - CODE - EDGE },
    { size: 18, weight: 'bold' },
    { type: 'H1' },
  );
  y = write(pen, to.name, { x, y: y + 4, width: width - CODE - EDGE }, { size: 12 });
  y = Math.max(y, top + CODE) + 10;
  for (const { name, quantity } of items)
    y = inElement(pen, 'Table', (table) =>
      inElement(table, 'TR', (row) => {
        write(
          row,
          `${quantity} ×`,
          { x, y, width: 44 },
          { size: 16, weight: 'bold' },
          { type: 'TH', scope: 'Row' },
        );
        return write(row, name, { x: x + 50, y, width: width - 50 }, { size: 16 }, { type: 'TD' });
      }),
    );
  if (isFirst)
    write(
      pen,
      translate(locale, 'deskParcels.firstBox'),
      { x, y: y + 8, width },
      { size: 12, weight: 'bold' },
    );
}
