import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { understand, type LineWish } from './line-intent';

/*
 * Typed phrases with the intent that each must give. Null: the text goes to a person. The table was written before the
 * code, so that it says what people type and not what the code reads.
 */
const PHRASES: [text: string, intent: LineWish | null][] = [
  // The next box: when, and how much.
  ['next', 'next'],
  ['Next box?', 'next'],
  ['when is my next box', 'next'],
  ['When’s my next order please', 'next'],
  ['how much is the next box', 'next'],
  ['when will i be charged', 'next'],
  ['รอบหน้า', 'next'],
  ['รอบต่อไปวันไหนคะ', 'next'],
  ['กล่องหน้ามาเมื่อไหร่คะ', 'next'],
  ['รอบถัดไปเท่าไหร่ครับ', 'next'],
  ['ตัดเงินวันไหนคะ', 'next'],
  ['รอบหน้าตัดบัตรวันที่เท่าไหร่คะ', 'next'],
  // Skip.
  ['skip', 'skip'],
  ['SKIP!!', 'skip'],
  ['Skip this month please 🙏', 'skip'],
  ['can I skip the next box?', 'skip'],
  ['how do i skip', 'skip'],
  ['i’d like to skip december', 'skip'],
  ['skpi', 'skip'],
  ['skipp my box', 'skip'],
  ['ｓｋｉｐ', 'skip'],
  ['  skip   this    one ', 'skip'],
  ['ข้าม', 'skip'],
  ['ข้ามรอบนี้ค่ะ', 'skip'],
  ['ขอข้ามเดือนนี้นะคะ', 'skip'],
  ['ข้ามม รอบนี้', 'skip'],
  ['ขามรอบนี้', 'skip'],
  ['เดือนนี้ขอข้ามก่อนครับ', 'skip'],
  ['เดือนนี้ไม่รับค่ะ', 'skip'],
  ['รอบนี้ขอเว้นก่อนนะคะ', 'skip'],
  ['ขอ skip รอบนี้ค่ะ', 'skip'],
  ['งดส่งเดือนนี้ได้ไหมคะ', 'skip'],
  // Move.
  ['move', 'move'],
  ['can you move my box to another day', 'move'],
  ['postpone', 'move'],
  ['pospone please', 'move'],
  ['reschedule my next box', 'move'],
  ['change my delivery date', 'move'],
  ['move to 15 december', 'move'],
  ['เลื่อน', 'move'],
  ['ขอเลื่อนวันส่งค่ะ', 'move'],
  ['เลื่อนไปอาทิตย์หน้าได้มั้ยคะ', 'move'],
  ['เลือนรอบนี้ไปวันที่ ๑๕', 'move'],
  ['เปลี่ยนวันส่งยังไงครับ', 'move'],
  ['ขอเลื่อนออกไปก่อนนะคะ', 'move'],
  // Pay.
  ['pay', 'pay'],
  ['how can i pay?', 'pay'],
  ['send me the payment link', 'pay'],
  ['pay now', 'pay'],
  ['paymnet link', 'pay'],
  ['จ่ายเงิน', 'pay'],
  ['ชำระเงินยังไงคะ', 'pay'],
  ['ขอลิงก์จ่ายเงินหน่อยค่ะ', 'pay'],
  ['ขอลิ้งชำระเงิน', 'pay'],
  ['ชําระเงิน', 'pay'],
  ['โอนเงินยังไงคะ', 'pay'],
  ['จ่ายตังยังไง', 'pay'],
  ['ขอ qr จ่ายเงินค่ะ', 'pay'],
  // Track.
  ['track', 'track'],
  ['where is my box?', 'track'],
  ['Where’s my parcel', 'track'],
  ['tracking number pls', 'track'],
  ['trakc my order', 'track'],
  ['when will my parcel arrive', 'track'],
  ['#10243', 'track'],
  ['พัสดุถึงไหนแล้วคะ', 'track'],
  ['ขอเลขพัสดุค่ะ', 'track'],
  ['เช็คพัสดุ', 'track'],
  ['ของถึงไหนแล้วครับ', 'track'],
  ['ส่งหรือยังคะ', 'track'],
  ['ส่งของวันไหนคะ', 'track'],
  ['พัศดุ', 'track'],
  // Points.
  ['points', 'points'],
  ['how many points do i have', 'points'],
  ['my ponits', 'points'],
  ['แต้ม', 'points'],
  ['มีกี่แต้มคะ', 'points'],
  ['เช็คแต้มหน่อยค่ะ', 'points'],
  ['คะแนนเหลือเท่าไหร่คะ', 'points'],
  // The box and what is in it.
  ['box', 'box'],
  ['what’s in my box', 'box'],
  ['change my box', 'box'],
  ['ในกล่องมีอะไรบ้างคะ', 'box'],
  ['ขอเปลี่ยนของในกล่องค่ะ', 'box'],
  ['แก้กล่อง', 'box'],
  // Pause.
  ['pause', 'pause'],
  ['pause for 2 months', 'pause'],
  ['puase my subscription', 'pause'],
  ['puse', 'pause'],
  ['พักก่อน', 'pause'],
  ['ขอพัก 2 เดือนค่ะ', 'pause'],
  ['หยุดชั่วคราวได้ไหมคะ', 'pause'],
  // Help.
  ['help', 'help'],
  ['menu', 'help'],
  ['what can you do', 'help'],
  ['ช่วยเหลือ', 'help'],
  ['เมนู', 'help'],
  ['ใช้งานยังไงคะ', 'help'],
  // A person.
  ['talk to a person', 'person'],
  ['can i speak to someone', 'person'],
  ['human please', 'person'],
  ['ขอคุยกับแอดมินค่ะ', 'person'],
  ['ติดต่อเจ้าหน้าที่', 'person'],
  ['คุยกับคนได้ไหมคะ', 'person'],
  // A member of the staff must read these: refusals, past events, complaints, several requests, other subjects.
  ['don’t skip', null],
  ['please do not skip my box', null],
  ['ไม่ข้าม', null],
  ['ไม่ข้ามนะคะ รอบนี้เอาค่ะ', null],
  ['อย่าเพิ่งข้ามนะคะ', null],
  ['never pause', null],
  ['why did you skip my box', null],
  ['i already skipped', null],
  ['จ่ายแล้วค่ะ', null],
  ['โอนแล้วนะคะ', null],
  ['i paid yesterday', null],
  ['paid twice', null],
  ['ทำไมตัดเงินสองครั้งคะ', null],
  ['skip or move?', null],
  ['skip this one and pause for two months', null],
  ['เลื่อนหรือข้ามดีคะ', null],
  ['how do I cancel my friend’s order', null],
  ['skip my friend’s box', null],
  ['ข้ามของเพื่อนให้หน่อยค่ะ', null],
  ['cancel', null],
  ['ยกเลิกสมาชิกค่ะ', null],
  ['my box is broken', null],
  ['กล่องบุบมาค่ะ', null],
  ['พัสดุหายค่ะ', null],
  ['แต้มหายไปไหนคะ', null],
  ['refund please', null],
  ['what happens if i skip', null],
  ['do you ship to laos', null],
  ['love it', null],
  ['my skin is red', null],
  ['hello', null],
  ['สวัสดีค่ะ', null],
  ['ขอบคุณค่ะ', null],
  ['🙏🙏', null],
  ['', null],
  ['เปลี่ยนที่อยู่ค่ะ', null],
  ['undo the skip', null],
  ['ยกเลิกการข้าม', null],
  // Further phrasings, which were misunderstood at first or are near one that was.
  ['push back my box', 'move'],
  ['i want to change the payment date', 'move'],
  ['pay with truemoney', 'pay'],
  ['bank account number?', 'pay'],
  ['what’s your bank account', 'pay'],
  ['change my bank account', null],
  ['where is my stuff', 'track'],
  ['has my parcel been sent?', 'track'],
  ['tracking no.', 'track'],
  ['no tracking yet', null],
  ['is my box shipped', 'track'],
  ['have you sent my box', 'track'],
  ['did you send my box yet', 'track'],
  ['did you send my box twice', null],
  ['add something to my box', 'box'],
  ['add an item', 'box'],
  ['add my friend', null],
  ['how do i use my points', 'points'],
  ['i need a break', 'pause'],
  ['is there anyone', 'person'],
  ['when do you charge my card', 'next'],
  ['my card was charged twice', null],
  ['change my card', null],
  ['เดือนนี้ขอผ่านก่อนค่ะ', 'skip'],
  ['รอบนี้ขอผ่านค่า', 'skip'],
  ['เดือนนี้ยังมีของเหลืออยู่ ขอข้ามก่อนนะคะ', 'skip'],
  ['ของยังใช้ไม่หมด ขอข้ามรอบนี้น้า', 'skip'],
  ['ของยังเหลือค่ะ', null],
  ['ข้ามรอยนี้ค่ะ', 'skip'],
  ['ข้ามฮับ', 'skip'],
  ['ข้ามงับ', 'skip'],
  ['skip na ka', 'skip'],
  ['ขอเปลี่ยนวันตัดบัตรได้ไหมคะ', 'move'],
  ['เลื่อนตัดบัตรไปวันที่ 8 ได้ไหมคะ', 'move'],
  ['เปลี่ยนวันตัดเงินยังไงคะ', 'move'],
  ['ขอเปลี่ยนวันรับของค่ะ', 'move'],
  ['เลื่อนส่งได้มั้ยค้าบ', 'move'],
  ['ตัดเงิน', null],
  ['บัญชีโดนตัดเงินค่ะ', null],
  ['สแกนจ่ายได้ไหมคะ', 'pay'],
  ['จ่ายทรูมันนี่ได้ไหมคะ', 'pay'],
  ['ขอเลขบัญชีธนาคารค่ะ', 'pay'],
  ['จ่ายเงินย้งไงคะ', 'pay'],
  ['จ่ายไปเมื่อวานค่ะ', null],
  ['โอนให้แล้วค่ะ เช็คด้วยนะคะ', null],
  ['ของมารึยังคะ', 'track'],
  ['ของมายังคะ', 'track'],
  ['ส่งของให้ยังคะ', 'track'],
  ['พัสดุถึงใหนเเล้วคะ', 'track'],
  ['พัสดุยังไม่มาเลยค่ะ', null],
  ['ใช้แต้มยังไงคะ', 'points'],
  ['ขอเพิ่มสินค้าค่ะ', 'box'],
  ['เพิ่มเพื่อน', null],
  ['รอบหน้ามีอะไรบ้างคะ', 'box'],
  ['กล่องหน้าได้อะไรบ้างคะ', 'box'],
  ['แอดมินอยู่มั้ยคะ', 'person'],
  ['ขอคุยกับคนหน่อยค่า', 'person'],
];

describe('a typed text', () => {
  test.each(PHRASES)('%j is understood as its person means it', (text, intent) => {
    expect(understand(text)?.intent ?? null).toBe(intent);
  });

  test('names the order whose number it has, in Thai and full-width digits too', () => {
    for (const text of ['#10243', '10243', 'track 10243', 'พัสดุ #๑๐๒๔๓ ถึงไหนแล้วคะ', '＃１０２４３'])
      expect(understand(text)).toMatchObject({ intent: 'track', orderNumber: 10243 });
    expect(understand('skip')?.orderNumber).toBeNull();
  });

  test('tells its language', () => {
    expect([understand('skip')?.locale, understand('ขอ skip ค่ะ')?.locale]).toEqual(['en', 'th']);
    expect(understand('#10243')?.locale).toBeNull();
  });

  test('is never understood when a negation stands in it', () => {
    const wishes = ['skip', 'move', 'pay', 'pause', 'track'];
    for (const wish of wishes)
      for (const no of ['don’t', 'dont', 'do not', 'never', 'won’t', 'can’t', 'cannot', 'didn’t', 'not'])
        expect(understand(`${no} ${wish} my box`), `${no} ${wish}`).toBeNull();
    for (const wish of ['ข้าม', 'เลื่อน', 'จ่าย', 'พัก'])
      for (const no of ['ไม่', 'อย่า', 'ยังไม่', 'ไม่อยาก', 'ห้าม', 'ไม่ต้อง', 'อย่าเพิ่ง'])
        expect(understand(`${no}${wish}`), `${no}${wish}`).toBeNull();
  });

  test('of any characters and length is read in bounded work', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const read = understand(text);
        expect(read === null || read.intent.length > 0).toBe(true);
      }),
    );
    expect(understand('ข้าม'.repeat(1000))).toBeNull();
    expect(understand('skip '.repeat(1000))).toBeNull();
  });
});
