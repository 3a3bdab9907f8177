/**
 * Returns a text of a page whose Thai compound words stay on one line: ผ้าอนามัย, แผ่นอนามัย, รหัสผ่าน, พาสคีย์,
 * ทุกรอบ, วันที่, การชำระเงิน, โอนเงิน, ตัดเงิน, หักเงิน, ถัดไป, กับธนาคาร, คำสั่งซื้อ, พร้อมเพย์, ความเป็นส่วนตัว,
 * ออร์แกนิก, names of banks. Browsers find words in a dictionary and break between the parts of these. An invisible
 * word joiner (U+2060) prevents that.
 */
export function keepTogether(text: string): string {
  return text
    .replace(
      /(ผ้า|แผ่น)(?=อนามัย)|รหัส(?=ผ่าน)|พาส(?=คีย์)|ทุก(?=รอบ)|วัน(?=ที่)|การ(?=ชำระเงิน)|ชำระ(?=เงิน)|กับ(?=ธนาคาร)|คำ(?=สั่งซื้อ)|สั่ง(?=ซื้อ)|พร้อม(?=เพย์)|กสิกร(?=ไทย)|ไทย(?=พาณิชย์)|กรุง(?=ไทย|ศรี)|(โอน|ตัด|หัก)(?=เงิน)|ถัด(?=ไป)/g,
      '$&\u2060',
    )
    .replaceAll('ความเป็นส่วนตัว', 'ความ\u2060เป็น\u2060ส่วน\u2060ตัว')
    .replaceAll('ออร์แกนิก', 'ออร์แกนิ\u2060ก');
}

/** Returns a text of a page for what is not rendered: titles, descriptions and structured data. */
export const withoutJoiners = (text: string) => text.replaceAll('\u2060', '');
