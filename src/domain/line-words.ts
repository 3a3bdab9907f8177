/*
 * The words of typed LINE messages. A meaning is an intent with a weight, or one of the three below. A text is
 * understood only if each of its words stands here, so a word of another subject sends it to a person.
 */

export const LINE_WISHES = [
  'next',
  'skip',
  'move',
  'pay',
  'track',
  'points',
  'box',
  'pause',
  'help',
  'person',
] as const;
export type LineWish = (typeof LINE_WISHES)[number];

/**
 * `filler` says nothing. `courtesy` (greeting, thanks) makes a noun alone no request. `block` changes the meaning: a
 * negation, a past tense, a complaint, another person, or a common word that looks like a misspelt one.
 */
export type Meaning = 'filler' | 'courtesy' | 'block' | { wish: LineWish; weight: number };

/** What a word weighs: a verb decides, a noun decides only without one. */
const VERB = 5;
const NEXT = 4;
const ARRIVAL = 3;
const HINT = 2;
const NOUN = 1;

const of = (wish: LineWish, weight: number, words: string): [Meaning, string[]] => [
  { wish, weight },
  words.split('|'),
];
const plain = (meaning: 'filler' | 'courtesy' | 'block', words: string): [Meaning, string[]] => [
  meaning,
  words.split(/[|\s]/),
];
const phrases = (words: string): [Meaning, string[]] => ['filler', words.split('|')];
const cross = (...parts: string[]): string =>
  parts
    .map((part) => part.split('|'))
    .reduce((a, b) => a.flatMap((x) => b.map((y) => x + y)))
    .join('|');

export const ENGLISH: [Meaning, string[]][] = [
  of('skip', VERB, 'skip|skips|skipping|leave out'),
  of(
    'move',
    VERB,
    `move|push back|push it back|postpone|reschedule|delay|shift|${cross('change |edit |update ', '|the |my ', '|delivery |payment |shipping ', 'date|day')}|another day|another date|different day|different date|other day`,
  ),
  of('move', HINT, 'later|earlier|sooner'),
  of(
    'pay',
    VERB,
    'pay|pya|your bank account|bank account number|truemoney|true money|pays|paying|payment|checkout|qr|promptpay|transfer|owe|outstanding|invoice|bill',
  ),
  of('pay', HINT, 'link'),
  of(
    'track',
    VERB,
    'track|tracking|tracking no|trace|been sent|have you sent|have you shipped|did you send|did you ship|is it shipped|is my box shipped|is my order shipped|is my parcel shipped|where is|wheres|where are|status|on its way|on the way|has it shipped|shipped yet|been shipped|did it ship|did my box ship|did my order ship|has my box shipped|has my order shipped',
  ),
  of(
    'track',
    ARRIVAL,
    'arrive|arrives|arriving|arrival|come|comes|coming|be here|get here|be delivered|be shipped|be sent',
  ),
  of('track', NOUN, 'parcel|package|packet|shipment|shipping|ship|courier|delivery|deliver'),
  of('points', VERB, 'point|points|reward|rewards|redeem'),
  of('points', HINT, 'balance'),
  of('box', VERB, 'whats in|what is in|what will be in|contents|whats inside|what is inside'),
  of('box', NOUN, 'box|boxes|product|products|item|items'),
  of(
    'next',
    NEXT,
    'next|next payment|upcoming|be charged|am i charged|get charged|be billed|get billed|charge me|charge my card|bill me|next charge|charge date|billing date|payment date|payment day',
  ),
  of('pause', VERB, 'pause|hold|on hold|take a break|need a break|have a break|freeze|suspend'),
  of(
    'help',
    VERB,
    'menu|commands|options|what can you do|what can i do|what can i say|what can i ask|how does this work|how does it work|how do i use this|how to use|instructions',
  ),
  of('help', NOUN, 'help'),
  of(
    'person',
    VERB,
    'talk to|talk with|speak to|speak with|chat to|chat with|contact|human|person|a person|real person|agent|operator|representative|staff|customer service|customer support|support|customer care|somebody|someone|anyone there|anyone here|anybody there|is anyone there|is there anyone',
  ),
  of('person', NOUN, 'admin|talk|speak|chat'),
  plain(
    'filler',
    `a an the this that these it its is are am be i im id ill me my mine we our us you your u ur to for of in on at by
    from with about and so just can could may might will would should shall do does want wants wanna wish need needs
    like let lets get give gimme show tell see check view know find have has got please pls plz plss kindly now today
    tomorrow tonight soon asap again when whens what whats which where how how's hows much many long date day days week
    weeks weekend month months year monday tuesday wednesday thursday friday saturday sunday january february march april
    june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec order orders
    orderd subscription subscriptions plan account number no. code send sent sending out up one ones time times until
    till before after next's possible way able there here ok okay okey yes yeah yep sure hey bot ira all left
    ka kaa kha krub krab krap kub naka na nakrub khrap total amount change edit update swap put some something else any yet add use stuff due current currently baht thb u'd first second third two
    three four five six make made go going ahead right away details info information`,
  ),
  phrases('as soon as possible|is it possible|would like|as of'),
  plain(
    'courtesy',
    'hi hello hello hallo hiya thanks thank thx tks ty cheers morning afternoon evening good welcome bye sorry sir madam team dear',
  ),
  plain(
    'block',
    `shop store office branch line queue no not dont doesnt didnt never wont cant cannot couldnt shouldnt wouldnt isnt arent wasnt hasnt havent without stop
    cancel cancelled unskip undo unpause resume restart back instead but or if unless why already was were did had been
    skipped moved paused paid charged delivered shipped arrived came twice double wrong broken damaged missing lost late
    delayed fail failed refund return friend friends mother mom sister wife husband her his their him she he they other
    others love more mode mood movie moving skin slip page pain pants pads pad paint print joint truck trick text neat
    nest held hell hero heal cause because clause past pass past part port post pole cost price cheap help's real really
    trial mail talk's tall walk take took keep still stay same hate bad angry terrible late longer hate spam slow least
    leak leaked leaks leaking moment comment prevent present parent parents person's sent's many's menus hide hole home
    house pose nose rose lose loose close those these's whose purse nurse cease lease tease ease rest resting`,
  ),
  ['block', ['the point', 'no point', 'what happens', 'how come', 'someone else', 'somebody else', 'break']],
];

const WHEN = 'วันไหน|เมื่อไหร่|เมื่อไร|ตอนไหน|วันที่เท่าไหร่|วันที่เท่าไร|วันที่เท่าไร่';
const THIS = 'เดือนนี้|รอบนี้|ครั้งนี้|กล่องนี้';
const NEXT_TIME = 'หน้า|ต่อไป|ถัดไป';
const REFUSED = 'ไม่รับ|ไม่เอา|ยังไม่รับ|ยังไม่เอา|ขอไม่รับ|ไม่ต้องส่ง|หยุดส่ง|งดส่ง';
const CONTENTS = 'มีอะไรบ้าง|มีอะไร|ได้อะไรบ้าง|ได้อะไร';
const PAY_DAY = 'วันตัดเงิน|วันตัดบัตร|วันชำระเงิน|วันชำระ|วันจ่ายเงิน';
const YET = 'หรือยัง|รึยัง|ยัง|แล้วหรือยัง|แล้วรึยัง|แล้วยัง';

export const THAI: [Meaning, string[]][] = [
  of(
    'skip',
    VERB,
    `ข้าม|ข้ามรอบ|ข้ามรอบนี้|ข้ามเดือน|ข้ามเดือนนี้|ขอข้าม|ข้ามไป|ข้ามก่อน|เว้น|งด|สคิป|สกิป|${cross(THIS, 'ขอผ่าน')}|${cross('ขอผ่าน', THIS)}|${cross(THIS, REFUSED)}|${cross(REFUSED, THIS)}`,
  ),
  of(
    'move',
    VERB,
    `เลื่อน|เปลี่ยนวัน|ย้ายวัน|ขยับวัน|ขยับ|เปลี่ยนเป็นวัน|เปลี่ยนไปวัน|วันอื่น|${cross('เปลี่ยน|เลื่อน|ย้าย|ขยับ|แก้', PAY_DAY)}`,
  ),
  of(
    'pay',
    VERB,
    `จ่าย|จ่ายเงิน|ขอจ่าย|ชำระ|ชำระเงิน|โอนเงิน|โอน|คิวอาร์|คิวอาร์โค้ด|พร้อมเพย์|สแกน|สแกนจ่าย|ทรูมันนี่|เลขบัญชี|เลขบัญชีธนาคาร|เลขที่บัญชี|ยอดค้าง|ค้างจ่าย|ค้างชำระ|บิล|ใบแจ้งหนี้|วิธีจ่าย`,
  ),
  of('pay', HINT, 'ลิงก์|ลิงค์|ลิงก์ชำระเงิน|ลิ้ง'),
  of(
    'track',
    VERB,
    `ถึงไหน|ถึงไหนแล้ว|ไปถึงไหนแล้ว|อยู่ไหน|อยู่ไหนแล้ว|อยู่ที่ไหน|อยู่ตรงไหน|เลขพัสดุ|เลขแทรค|เลขแทรก|แทรค|แทร็ก|แทรคกิ้ง|ติดตาม|สถานะ|${cross('ส่ง|ส่งของ|ส่งให้|ส่งของให้|จัดส่ง|ของส่ง|ส่งกล่อง', YET)}|${cross('มา|ถึง|ของมา|ของถึง|กล่องมา|มาส่ง', YET)}`,
  ),
  of(
    'track',
    ARRIVAL,
    `${cross('ถึง|ได้ของ|ได้|ส่งของ|ส่งกล่อง|ของส่ง|มา|มาถึง|มาส่ง|ของมา|จะมา|จะถึง|จะได้|ได้รับ|ส่งถึง|ส่ง|จัดส่ง|ของถึง', WHEN)}|${cross(WHEN, 'ถึง|มา|ได้|ส่ง|จะถึง|จะมา|จะได้|จะส่ง|ของมา|ของถึง|ของจะมา|ของจะถึง')}`,
  ),
  of('track', HINT, 'พัสดุ|ขนส่ง|เช็คพัสดุ|เช็กพัสดุ'),
  of(
    'points',
    VERB,
    `${cross('แต้ม|คะแนน', 'เท่าไหร่แล้ว|เท่าไรแล้ว|กี่แต้มแล้ว')}|แต้ม|ใช้แต้ม|ใช้คะแนน|ดูแต้ม|เช็คแต้ม|เช็กแต้ม|มีแต้ม|กี่แต้ม|กี่แต้มแล้ว|กี่คะแนนแล้ว|คะแนน|พอยท์|พอยต์|พ้อย|ของรางวัล|แลกแต้ม|แลกของรางวัล|แลกของ|แต้มสะสม|คะแนนสะสม|สะสม`,
  ),
  of(
    'box',
    VERB,
    `ในกล่อง|ของในกล่อง|${cross('รอบ|กล่อง|เดือน|ครั้ง', NEXT_TIME, CONTENTS)}|${cross('เปลี่ยน|เพิ่ม|แก้|แก้ไข|ปรับ|จัด|ดู', 'กล่อง|ของ|ของในกล่อง|ในกล่อง|สินค้า')}`,
  ),
  of('box', HINT, 'ได้อะไรบ้าง|ได้อะไร'),
  of('box', NOUN, 'กล่อง|สินค้า'),
  of(
    'next',
    NEXT,
    `${cross('รอบ|กล่อง|ครั้ง|เดือน|คำสั่งซื้อ|ออเดอร์', NEXT_TIME)}|${cross('ตัดเงิน|ตัดบัตร|ตัดยอด|ตัดรอบ|เก็บเงิน|หักเงิน|คิดเงิน', `${WHEN}|เท่าไหร่|เท่าไร|กี่บาท|อีกเมื่อไหร่|อีกทีวันไหน|อีกทีเมื่อไหร่`)}`,
  ),
  of('next', NOUN, `${cross('รอบ', WHEN)}|${PAY_DAY}`),
  of(
    'pause',
    VERB,
    'พัก|พักก่อน|ขอพัก|พักรอบ|พักเดือน|พักส่ง|พักชั่วคราว|หยุดพัก|หยุดชั่วคราว|หยุดไว้ก่อน|หยุดก่อนชั่วคราว|ระงับชั่วคราว|หยุดสมาชิกชั่วคราว|หยุดส่งชั่วคราว',
  ),
  of(
    'help',
    VERB,
    'ช่วยเหลือ|ช่วยด้วย|ความช่วยเหลือ|วิธีใช้|วิธีใช้งาน|ใช้งานยังไง|ใช้งานอย่างไร|เมนู|คำสั่ง|ทำอะไรได้บ้าง|ทำไรได้บ้าง|พิมพ์อะไรได้บ้าง',
  ),
  of('help', NOUN, 'ช่วยหน่อย|ใช้ยังไง|ใช้อย่างไร'),
  of(
    'person',
    VERB,
    'คุย|คุยกับ|ขอคุย|คุยกับคน|คุยกับแอดมิน|ติดต่อ|ติดต่อแอดมิน|ติดต่อเจ้าหน้าที่|เจ้าหน้าที่|พนักงาน|ฝ่ายบริการ|ฝ่ายบริการลูกค้า|ลูกค้าสัมพันธ์|คนจริง|คนจริงๆ|เรียกแอดมิน|ขอสาย|มีคนตอบ|มีคนอยู่|มีใครอยู่',
  ),
  of('person', NOUN, 'แอดมิน|แอด|แอ๊ด'),
  plain(
    'filler',
    `ขอ อยาก อยากจะ อยากได้ อยากรู้ อยากทราบ ต้องการ รบกวน ช่วย ให้ ได้ ได้ไหม ได้มั้ย ได้ป่าว ได้หรือเปล่า ได้เปล่า
    ได้หรือไม่ ได้ไม๊ ไหม มั้ย มัย ป่ะ ปะ ป่าว เปล่า หรือเปล่า หรือไม่ เรา ฉัน หนู ผม ดิฉัน พี่ เค้า นะ น้า น่ะ หน่อย ด้วย
    ที ที่ นี้ นี่ นั้น อัน ตัว จะ ก่อน ก็ แล้วก็ เอา ดู เช็ค เช็ก ตรวจสอบ สอบถาม ถาม ทราบ รู้ บอก แจ้ง เรื่อง
    เกี่ยวกับ ยังไง อย่างไร ทำ ทำไง ทำยังไง ต้อง ต้องทำ เมื่อไหร่ เมื่อไร วันไหน ตอนไหน กี่ กี่บาท เท่าไหร่ เท่าไร
    เท่าไหร เท่าใด มี อะไร ไร บ้าง อยู่ เหลือ ล่ะ ละ เลย แค่ อีก ทั้งหมด และ กับ เพื่อ สำหรับ ของ ของฉัน ของเรา
    ของหนู ของผม เงิน ตัง ตังค์ สตางค์ ยอด บาท วัน วันที่ วันส่ง วันนี้ พรุ่งนี้ มะรืน สัปดาห์ อาทิตย์ สัปดาห์นี้ สัปดาห์หน้า
    อาทิตย์หน้า อาทิตย์นี้ เดือน เดือนนี้ ปี รอบ รอบนี้ รอบบิล ครั้งนี้ ตอนนี้ เดี๋ยวนี้ ส่ง จัดส่ง การส่ง การจัดส่ง
    ไป มา ออก ออกไป เข้า เป็น ไว้ ไปก่อน ไปวัน ใน คำสั่งซื้อ ออเดอร์ เลขที่ เลข หมายเลข สมาชิก บัญชี การ ใหม่
    อื่น เปลี่ยน แก้ แก้ไข ปรับ กด พิมพ์ ทาง ผ่าน ตรงไหน ที่ไหน ไหน คือ ว่า ถึง ถึงวัน แทน หนึ่ง สอง สาม สี่ ห้า หก
    หนึ่งเดือน สองเดือน สามเดือน นึง มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม
    พฤศจิกายน ธันวาคม มกรา กุมภา มีนา เมษา พฤษภา มิถุนา กรกฎา สิงหา กันยา ตุลา พฤศจิกา ธันวา จันทร์ อังคาร พุธ
    พฤหัส พฤหัสบดี ศุกร์ เสาร์ วันจันทร์ วันอังคาร วันพุธ วันศุกร์ วันเสาร์ วันอาทิตย์ ต้นเดือน กลางเดือน สิ้นเดือน
    ปลายเดือน ค่ะ คะ ครับ คับ ครัช คร้าบ ค้าบ ฮะ จ้า จ้ะ จ๊ะ จ๋า จ๊า ขา ค่า น้าา นะคะ นะค่ะ นะครับ นะจ๊ะ หน่อยค่ะ โอเค ตกลง
    อืม อ๋อ เออ เอ่อ อ่ะ อะ อ่า ฝาก สัก ซัก ประมาณ ชั่วคราว สะสม ฮับ งับ รับของ ตัดเงิน ตัดบัตร ของเหลือ ยังเหลือ ของยังเหลือ ยังมีของเหลือ ยังมีของ ใช้ไม่หมด ยังใช้ไม่หมด`,
  ),
  plain('courtesy', 'สวัสดี สวัสดีค่ะ หวัดดี ดีค่ะ ดีคับ ขอบคุณ ขอบใจ ขอบคุณมาก ขอบคุณมากๆ ขอโทษ มาก มากๆ'),
  plain(
    'block',
    `ไม่ ไม่ได้ ไม่อยาก ไม่ต้อง ยังไม่ อย่า อย่าเพิ่ง อย่าพึ่ง ห้าม มิ ทำไม เพราะ ถ้า หาก แต่ หรือ แล้ว ไปแล้ว มาแล้ว ยกเลิก
    เลิก ยกเลิกการ คืน คืนเงิน เพื่อน แม่ พี่สาว น้อง น้องสาว แฟน สามี ลูก คนอื่น คนละ ผิด ซ้ำ หาย หายไป เสีย พัง บุบ แตก
    ช้า สาย ขาด โกง แย่ แพง แพ้ คัน สองครั้ง สองรอบ เกิน ปัญหา ถูกตัด โดนตัด ครั้ง หยุด ลาออก ขาหนีบ ขาด เดิม เปิด ปิด เมื่อวาน เมื่อวานนี้ เมื่อเช้า เมื่อกี้ เมื่อคืน
    ผ้าอนามัย แผ่น ที่อยู่ บัตร เบอร์ อีเมล รหัส ร้าน สาขา ${cross('ไม่|อย่า', 'ข้าม|เลื่อน|จ่าย|ชำระ|พัก|โอน').replaceAll('|', ' ')}`,
  ),
];
