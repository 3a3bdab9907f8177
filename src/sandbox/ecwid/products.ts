/** A product of the store. The price is in baht with decimals, as Ecwid stores it. */
export interface StoredProduct {
  /** The id as text. Tables of the sandbox require a text. */
  id: string;
  sku: string;
  name: { en: string; th: string };
  description: { en: string; th: string };
  price: number;
  /** Packs in stock. Null: unlimited. */
  quantity: number | null;
  enabled: boolean;
  category: number;
  /** Days from 2026-01-01 to the day on which the product was added, for sorting. */
  added: number;
}

const PADS = 101;
const STARTERS = 102;
const ODDS = 103;

export const CATEGORIES = [
  { id: PADS, orderBy: 10, name: { en: 'Pads and liners', th: 'ผ้าอนามัยและแผ่นอนามัย' } },
  { id: STARTERS, orderBy: 20, name: { en: 'Starter packs', th: 'ชุดเริ่มต้น' } },
  { id: ODDS, orderBy: 30, name: { en: 'Beside the box', th: 'ของใช้อื่น' } },
];

const pads = (
  id: number,
  sku: string,
  name: StoredProduct['name'],
  price: number,
  text: [string, string],
) => ({
  id: String(id),
  sku,
  name,
  price,
  category: PADS,
  quantity: null,
  enabled: true,
  added: id - 4000,
  description: { en: `<p>${text[0]}</p>`, th: `<p>${text[1]}</p>` },
});

const list = (lead: string, items: string[]) =>
  `<p>${lead}</p><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

/** The products of the store after a reset. */
export const PRODUCTS: readonly StoredProduct[] = [
  pads(4001, 'day-pads', { en: 'Day pads', th: 'ผ้าอนามัยกลางวัน' }, 149, [
    'Ten pads for an ordinary day, 245 mm, with wings. The top sheet is <b>organic cotton</b>.',
    'ผ้าอนามัยสำหรับวันปกติ 10 ชิ้น ยาว 245 มม. มีปีก ผิวสัมผัสเป็น<b>ผ้าฝ้ายออร์แกนิก</b>',
  ]),
  pads(4002, 'light-day-pads', { en: 'Light day pads', th: 'ผ้าอนามัยกลางวันแบบบาง' }, 139, [
    'Ten pads for lighter days, 220 mm, thinner, with wings.',
    'ผ้าอนามัยแบบบาง 10 ชิ้น ยาว 220 มม. มีปีก สำหรับวันมาน้อย',
  ]),
  pads(4003, 'night-pads', { en: 'Night pads', th: 'ผ้าอนามัยกลางคืน' }, 149, [
    'Six pads for a whole night, 290 mm, wider at the back.',
    'ผ้าอนามัยกลางคืน 6 ชิ้น ยาว 290 มม. ด้านหลังกว้างเป็นพิเศษ',
  ]),
  pads(4004, 'night-pads-xl', { en: 'Night pads XL', th: 'ผ้าอนามัยกลางคืน XL' }, 159, [
    'Six of the longest pads, 330 mm, for heavy nights.',
    'ผ้าอนามัยกลางคืนยาวที่สุด 330 มม. 6 ชิ้น สำหรับคืนที่มามาก',
  ]),
  pads(4005, 'panty-liners', { en: 'Panty liners', th: 'แผ่นอนามัย' }, 119, [
    'Sixteen thin liners for every day, 150 mm.',
    'แผ่นอนามัยแบบบาง 16 ชิ้น ยาว 150 มม. ใช้ได้ทุกวัน',
  ]),
  {
    ...pads(4006, 'starter-pack', { en: 'Starter pack', th: 'ชุดเริ่มต้น' }, 389, ['', '']),
    category: STARTERS,
    description: {
      en: list('One pack of each:', ['Day pads', 'Night pads', 'Panty liners']),
      th: list('อย่างละหนึ่งแพ็ก', ['ผ้าอนามัยกลางวัน', 'ผ้าอนามัยกลางคืน', 'แผ่นอนามัย']),
    },
  },
  {
    ...pads(4007, 'starter-pack-v2', { en: 'Starter pack V2', th: 'ชุดเริ่มต้น V2' }, 529, ['', '']),
    category: STARTERS,
    description: {
      en: list('One pack of each:', ['Light day pads', 'Day pads', 'Night pads XL', 'Panty liners']),
      th: list('อย่างละหนึ่งแพ็ก', ['ผ้าอนามัยกลางวันแบบบาง', 'ผ้าอนามัยกลางวัน', 'ผ้าอนามัยกลางคืน XL', 'แผ่นอนามัย']),
    },
  },
  {
    ...pads(4101, 'cotton-pouch', { en: 'Cotton pouch', th: 'กระเป๋าผ้าฝ้าย' }, 129, [
      'A small zipped pouch for three pads. Looks like any other pouch.',
      'กระเป๋าซิปใบเล็ก ใส่ผ้าอนามัยได้ 3 ชิ้น หน้าตาเหมือนกระเป๋าทั่วไป',
    ]),
    category: ODDS,
    quantity: 40,
  },
  {
    ...pads(4102, 'warm-pack', { en: 'Warm pack', th: 'ถุงประคบอุ่น' }, 249.5, [
      'Filled with cherry stones; two minutes in a microwave, <i>half an hour of warmth</i>.',
      'บรรจุเมล็ดเชอร์รี อุ่นในไมโครเวฟ 2 นาที <i>อุ่นได้ครึ่งชั่วโมง</i>',
    ]),
    category: ODDS,
    quantity: 0,
  },
  {
    ...pads(4103, 'gift-box', { en: 'Gift box', th: 'กล่องของขวัญ' }, 590, ['Not sold yet.', 'ยังไม่ขาย']),
    category: ODDS,
    enabled: false,
  },
];
