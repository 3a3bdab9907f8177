import type en from '../en/box';
import type { Words } from '../words';

const box = {
  plans: 'ชุดแนะนำ',
  freeDelivery: 'ส่งฟรี',
  products: 'สินค้า',
  add: 'เพิ่ม {product} 1 แพ็ก',
  remove: 'ลด {product} 1 แพ็ก',
  quantity: '{product}: มี {count} แพ็กในกล่อง ค่าสินค้า {price}',
  planned: 'เลือกชุด{plan}แล้ว ค่าสินค้า {price}',
  empty: 'กล่องของคุณยังว่าง',
  emptyHint: 'เพิ่มอย่างน้อย 1 แพ็กเพื่อไปต่อ',
  fullProduct: 'สินค้าแต่ละอย่างใส่ได้ไม่เกิน 10 แพ็ก',
  full: 'กล่องเต็มแล้ว (20 แพ็ก)',
  notSold: 'เลิกขายแล้ว แต่จะอยู่ในกล่องของคุณต่อไปจนกว่าจะลบออก',
  keptOnly: 'สินค้านี้เลิกขายแล้ว แพ็กที่มีอยู่ในกล่องเก็บไว้ได้ แต่เพิ่มอีกไม่ได้',
  pictured: 'กล่องของคุณ: {contents}',
  discount: 'ส่วนลด 25%',
  price: 'ค่าสินค้า',
  deliveryLater: 'ตามรหัสไปรษณีย์',
  delivery: 'ค่าส่ง',
  plusDelivery: '+ ค่าส่ง',
  withDelivery: 'รวมค่าส่งแล้ว',
  deliveredFree: 'ส่งฟรี',
  code: 'โค้ด',
  total: 'รวม',
  points: 'ได้ {points} ทุกคำสั่งซื้อ',
  show: 'ดูรายละเอียด',
  hide: 'ซ่อนรายละเอียด',
  nothing: 'ยังไม่มีสินค้าในกล่อง',
  codeNamed: 'โค้ด {code}',
} as const satisfies Words<typeof en>;

export default box;
