import { describe, expect, test } from 'vitest';
import { findProvince } from './province';

const BANGKOK = ['Bangkok', 'กรุงเทพมหานคร'];
const CHIANG_MAI = ['Chiang Mai', 'เชียงใหม่'];
const AYUTTHAYA = ['Phra Nakhon Si Ayutthaya', 'พระนครศรีอยุธยา'];
const BUENG_KAN = ['Bueng Kan', 'บึงกาฬ'];
const LAMPANG = ['Lampang', 'ลำปาง'];
const PHRAE = ['Phrae', 'แพร่'];
const KORAT = ['Nakhon Ratchasima', 'นครราชสีมา'];
const CHANTHABURI = ['Chanthaburi', 'จันทบุรี'];
const UBON = ['Ubon Ratchathani', 'อุบลราชธานี'];
const RAYONG = ['Rayong', 'ระยอง'];
const RANONG = ['Ranong', 'ระนอง'];
const ALL = [
  ...[BANGKOK, CHIANG_MAI, AYUTTHAYA, BUENG_KAN, LAMPANG],
  ...[PHRAE, KORAT, CHANTHABURI, UBON, RAYONG, RANONG],
].flat();

describe('a province', () => {
  test.each([
    ['กทม.', BANGKOK],
    ['กทม', BANGKOK],
    ['กรุงเทพฯ', BANGKOK],
    ['กรุงเทพ', BANGKOK],
    ['จังหวัดกรุงเทพมหานคร', BANGKOK],
    ['กรุงเทพมหานคร ๑๐๑๑๐', BANGKOK],
    ['Krung Thep Maha Nakhon', BANGKOK],
    ['Krungthep', BANGKOK],
    ['BKK', BANGKOK],
    ['Bangkok, Thailand', BANGKOK],
    ['ＢＡＮＧＫＯＫ', BANGKOK],
    ['จ.เชียงใหม่', CHIANG_MAI],
    ['จ. เชียงใหม่', CHIANG_MAI],
    ['จังหวัดเชียงใหม่', CHIANG_MAI],
    ['จังหวัด\u200bเชียงใหม่', CHIANG_MAI],
    ['chiangmai', CHIANG_MAI],
    ['Chiang-Mai Province', CHIANG_MAI],
    ['Changwat Chiang Mai', CHIANG_MAI],
    ['อยุธยา', AYUTTHAYA],
    ['Ayutthaya', AYUTTHAYA],
    ['Phra Nakhon Sri Ayudhaya', AYUTTHAYA],
    ['Bungkan', BUENG_KAN],
    ['ล\u0e4d\u0e32ปาง', LAMPANG],
    ['Lam Pang', LAMPANG],
    ['\u0e40\u0e40พร่', PHRAE],
    ['Prae', PHRAE],
    ['โคราช', KORAT],
    ['Korat', KORAT],
    ['จันทบุรี', CHANTHABURI],
    ['จ.จันทบุรี', CHANTHABURI],
    ['Chantaburi', CHANTHABURI],
    ['อุบลฯ', UBON],
    ['Ubon', UBON],
    ['Rayong', RAYONG],
  ])('is recognised as typed: %s', (typed, names) => {
    expect(names).toContain(findProvince(typed, names, ALL));
  });

  test('is returned in the script of the typed text', () => {
    expect(findProvince('กทม.', BANGKOK, ALL)).toBe('กรุงเทพมหานคร');
    expect(findProvince('Krung Thep', BANGKOK, ALL)).toBe('Bangkok');
  });

  test.each([
    ['Bangkok', CHIANG_MAI],
    ['กทม.', CHIANG_MAI],
    ['จ.ลำปาง', CHIANG_MAI],
    ['Ranong', RAYONG],
    ['Rayong', RANONG],
    ['บุรี', CHANTHABURI],
    ['จังหวัด', CHANTHABURI],
    ['-', BANGKOK],
    ['', BANGKOK],
    ['x', BANGKOK],
  ])('is not another one: %s', (typed, names) => {
    expect(findProvince(typed, names, ALL)).toBeNull();
  });
});
