import { addDays, dayOf, startOfDay, type Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { keepTogether } from './keep-together';

export const WEEKDAYS: Record<Locale, readonly string[]> = {
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  th: ['อา.', 'จ.', 'อ.', 'พ.', 'พฤ.', 'ศ.', 'ส.'],
};

export const MONTHS: Record<Locale, readonly string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  th: ['ม.ค.', 'ก.พ.', 'มี.ค.', 'เม.ย.', 'พ.ค.', 'มิ.ย.', 'ก.ค.', 'ส.ค.', 'ก.ย.', 'ต.ค.', 'พ.ย.', 'ธ.ค.'],
};

export const BUDDHIST_ERA = 543;

/** Formats satang: 43900 is '฿439.00', the same in both languages. */
export function bahtText(satang: number, locale: Locale): string {
  const baht = bahtFormat(locale).format(satang / 100);
  return baht.startsWith('-') ? `-฿${baht.slice(1)}` : `฿${baht}`;
}

const bahtFormats: Partial<Record<Locale, Intl.NumberFormat>> = {};

/** Returns the format of amounts. It is created once, because that takes longer than to format many amounts. */
function bahtFormat(locale: Locale): Intl.NumberFormat {
  return (bahtFormats[locale] ??= new Intl.NumberFormat(locale === 'th' ? 'th-TH-u-nu-latn' : 'en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }));
}

/** Returns how a courier is called in a language; only the post has another name in Thai. */
export function courierText(courier: string, locale: Locale): string {
  return locale === 'th' && courier === 'Thailand Post' ? 'ไปรษณีย์ไทย' : courier;
}

/** Formats satang for sentences, without decimals if they are zero: 4000 is '฿40', 19350 is '฿193.50'. */
export function shortBahtText(satang: number, locale: Locale): string {
  const text = bahtText(satang, locale);
  return text.endsWith('.00') ? text.slice(0, -3) : text;
}

/** Formats a day with its weekday: 'Fri 20 Nov 2026', in Thai 'ศ. 20 พ.ย. 2569' (Buddhist era). */
export function dayText(day: Day, locale: Locale): string {
  const weekday = WEEKDAYS[locale][new Date(`${day}T00:00:00Z`).getUTCDay()];
  return `${weekday}${gap(locale)}${shortDayText(day, locale)}`;
}

/** Formats a day without its weekday: '20 Nov 2026', in Thai '20 พ.ย. 2569'. */
export function shortDayText(day: Day, locale: Locale): string {
  const year = Number(day.slice(0, 4)) + (locale === 'th' ? BUDDHIST_ERA : 0);
  return [Number(day.slice(8, 10)), MONTHS[locale][Number(day.slice(5, 7)) - 1], year].join(gap(locale));
}

/** Returns the space inside a day. A line breaks at no space of a Thai day, because its month ends with a dot. */
export const gap = (locale: Locale) => (locale === 'th' ? '\u00a0' : ' ');

/** Formats an instant in Bangkok time: '20 Nov 2026, 9:05', in Thai '20 พ.ย. 2569 เวลา 9:05 น.'. */
export function momentText(moment: string, locale: Locale): string {
  const instant = new Date(moment);
  return withTime(shortDayText(dayOf(instant), locale), timeText(instant), locale);
}

/** Formats the time of an instant in Bangkok: '9:05', in Thai '9:05 น.'. */
export function clockText(moment: string, locale: Locale): string {
  return `${timeText(new Date(moment))}${locale === 'th' ? ' น.' : ''}`;
}

function timeText(instant: Date): string {
  const text = instant.toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Asia/Bangkok',
  });
  return text.replace(/^0/, '');
}

function withTime(day: string, time: string, locale: Locale): string {
  return locale === 'th' ? `${day} เวลา ${time} น.` : `${day}, ${time}`;
}

/**
 * Formats a deadline from the first instant after it. Midnight is written as the end of the day before: 'the
 * end of Mon 23 Nov 2026', in Thai 'จ. 23 พ.ย. 2569 ก่อนเที่ยงคืน'. Sentences put "by" and "ภายใน" before it.
 */
export function deadlineText(expiresAt: string, locale: Locale): string {
  const instant = new Date(expiresAt);
  const day = dayOf(instant);
  if (startOfDay(day).getTime() !== instant.getTime())
    return withTime(dayText(day, locale), timeText(instant), locale);
  const lastDay = dayText(addDays(day, -1), locale);
  return locale === 'th' ? `${lastDay} ก่อนเที่ยงคืน` : `the end of ${lastDay}`;
}

/** Formats the expiry of a card as 'MM/YY', with the Gregorian year in both languages. */
export function expiryText({ expiryMonth, expiryYear }: { expiryMonth: number; expiryYear: number }): string {
  return `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear % 100).padStart(2, '0')}`;
}

export interface Place {
  address: string | null;
  subdistrict: string | null;
  district: string | null;
  province: string | null;
  postalCode: string | null;
}

const BANGKOK = /^กรุงเทพ/;
const TITLED = /^(แขวง|เขต|ตำบล|อำเภอ|จังหวัด|[ตอจ]\.)/;

/**
 * Formats a postal address in one line, without its unknown parts. Names in Thai script are written the Thai
 * way in both languages: '1 ซอย 2 แขวงคลองตัน เขตคลองเตย กรุงเทพมหานคร 10110'.
 */
export function addressText({ address, subdistrict, district, province, postalCode }: Place): string {
  const names = [subdistrict, district, province];
  if (!names.some((name) => name !== null && /[ก-๙]/.test(name)))
    return [address, ...names, postalCode].filter(Boolean).join(', ');
  const titles = BANGKOK.test(province ?? '') ? ['แขวง', 'เขต', ''] : ['ต.', 'อ.', 'จ.'];
  const titled = names.map((name, at) => (!name || TITLED.test(name) ? name : `${titles[at]}${name}`));
  return [address, ...titled, postalCode].filter(Boolean).join(' ');
}

/** Where a box goes. Without a recipient the subscriber receives it. */
export interface Destination extends Place {
  recipientName?: string | null;
  recipientPhone?: string | null;
}

/** Formats where a box goes in one line: the recipient, if it is another person, and the address. */
export function destinationText({ recipientName, recipientPhone, ...place }: Destination): string {
  const to = recipientName ? `${recipientName} ${phoneText(recipientPhone ?? '')}` : null;
  return [to, addressText(place)].filter(Boolean).join(', ');
}

/** Formats a phone number as '081 234 5678'. */
export function phoneText(phone: string): string {
  return phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1\u00a0$2\u00a0$3');
}

/** Returns the district, province and postcode of an address, without the street. */
export function areaText({ district, province, postalCode }: Place): string {
  return addressText({ address: null, subdistrict: null, district, province, postalCode });
}

/** Joins texts with "or": 'Regular or Heavy', 'Regular หรือ Heavy'. */
export function eitherText(parts: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(parts);
}

/** Joins texts with commas and "and": '1, 3 and 5', '1, 3 และ 5'. */
export function allText(parts: readonly string[], locale: Locale): string {
  if (locale === 'en') return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts);
  // The Thai list of Intl has neither commas nor spaces, so that numbers cannot be separated.
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' และ ');
}

/** Returns the name of a product or plan for a page. */
export function nameText({ name }: { name: Record<Locale, string> }, locale: Locale): string {
  return keepTogether(name[locale]);
}

export interface Sized {
  pieces: number | null;
  lengthMm: number | null;
}

/** Formats what a pack holds: '24.5 cm, 10 pieces', in Thai '24.5 ซม. 10 ชิ้น'. Empty for a pack of other products. */
export function sizeText({ pieces, lengthMm }: Sized, locale: Locale): string {
  const cm = lengthMm === null ? [] : [`${lengthMm / 10}\u00a0${locale === 'th' ? 'ซม.' : 'cm'}`];
  const unit = locale === 'th' ? 'ชิ้น' : pieces === 1 ? 'piece' : 'pieces';
  const count = pieces === null ? [] : [`${pieces}\u00a0${unit}`];
  return [...cm, ...count].join(locale === 'th' ? ' ' : ', ');
}

/** Adds the size of a pack to its name: 'Day pads, 24.5 cm, 10 pieces', in Thai 'กลางวัน 24.5 ซม. 10 ชิ้น'. */
export function withSize(name: string, pack: Sized | null, locale: Locale): string {
  const size = pack === null ? '' : sizeText(pack, locale);
  return size === '' ? name : [name, size].join(locale === 'th' ? ' ' : ', ');
}

interface Named {
  code: string;
  name: Record<Locale, string>;
}

type Item = { productCode: string; quantity: number };

/** Formats the packs of one product for a page: '2 × Day pads'. */
export function packsText(item: Item, products: readonly Named[], locale: Locale): string {
  const product = products.find((candidate) => candidate.code === item.productCode);
  const name = product ? nameText(product, locale) : item.productCode;
  return `${item.quantity}\u00a0×\u00a0${name}`;
}

/** As `packsText`, with the size: '2 × Day pads, 24.5 cm, 10 pieces', in Thai '2 × กลางวัน 24.5 ซม. 10 ชิ้น'. */
export function sizedPacksText(item: Item, products: readonly (Named & Sized)[], locale: Locale): string {
  const product = products.find((candidate) => candidate.code === item.productCode);
  return withSize(packsText(item, products, locale), product ?? null, locale);
}

/** Formats the packs of several products: '1 × Day pads, 2 × Night pads'. */
export function contentsText(items: readonly Item[], products: readonly Named[], locale: Locale): string {
  return items.map((item) => packsText(item, products, locale)).join(', ');
}
