import { mailsTo, place, subscribe, waitFor } from './place.mjs';

/** Returns the receipt of a new subscriber in each language, with words that a search must find in this order. */
export async function receipts() {
  const wanted = [
    { locale: 'en', words: ['Receipt', 'Seller', 'Order', 'Day pads', 'Total paid'] },
    { locale: 'th', words: ['ใบเสร็จรับเงิน', 'ผู้ขาย', 'คำสั่งซื้อเลขที่', 'ผ้าอนามัยกลางวัน', 'ยอดชำระทั้งสิ้น'] },
  ];
  return Promise.all(
    wanted.map(async ({ locale, words }) => {
      const { email } = await subscribe(locale);
      const attachment = await waitFor(
        `the receipt of ${email}`,
        async () => (await mailsTo(email)).flatMap(({ attachments }) => attachments)[0],
      );
      const bytes = new Uint8Array(await (await fetch(place.sandbox + attachment.url)).arrayBuffer());
      return { locale, words, bytes };
    }),
  );
}
