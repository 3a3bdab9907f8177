import { expect, test } from 'vitest';
import { describeDevice, type Device } from './device';

const IOS = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${IOS}`;
const ANDROID = `Mozilla/5.0 (Linux; Android 10; K) ${BLINK}`;
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

const device = (form: Device['form'], browser: string | null, system: string | null): Device => ({
  form,
  browser,
  system,
});

test.each<[string, Device]>([
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, device('phone', 'Safari', 'iPhone')],
  [`${IPHONE} CriOS/138.0.7204.53 Mobile/15E148 Safari/604.1`, device('phone', 'Chrome', 'iPhone')],
  [`${IPHONE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, device('phone', 'Firefox', 'iPhone')],
  [`${IPHONE} Version/18.0 EdgiOS/138.0.0.0 Mobile/15E148 Safari/604.1`, device('phone', 'Edge', 'iPhone')],
  [`${IPHONE} Mobile/15E148 Safari Line/15.9.0`, device('phone', 'LINE', 'iPhone')],
  [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/510.0]`, device('phone', null, 'iPhone')],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${IOS} Version/18.5 Mobile/15E148 Safari/604.1`,
    device('tablet', 'Safari', 'iPad'),
  ],
  [`${ANDROID} Chrome/138.0.0.0 Mobile Safari/537.36`, device('phone', 'Chrome', 'Android')],
  [`${ANDROID} Chrome/138.0.0.0 Safari/537.36`, device('tablet', 'Chrome', 'Android')],
  [
    `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    device('phone', 'Samsung Internet', 'Android'),
  ],
  [
    `${ANDROID} Version/4.0 Chrome/138.0.7204.63 Mobile Safari/537.36 Line/15.9.0/IAB`,
    device('phone', 'LINE', 'Android'),
  ],
  [`${ANDROID} Chrome/138.0.0.0 Mobile Safari/537.36 EdgA/138.0.0.0`, device('phone', 'Edge', 'Android')],
  [
    'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    device('phone', 'Firefox', 'Android'),
  ],
  [`${MAC} ${IOS} Version/18.5 Safari/605.1.15`, device('computer', 'Safari', 'Mac')],
  [`${MAC} ${BLINK} Chrome/138.0.0.0 Safari/537.36`, device('computer', 'Chrome', 'Mac')],
  [`${WINDOWS} ${BLINK} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`, device('computer', 'Edge', 'Windows')],
  [
    `${WINDOWS} ${BLINK} Chrome/138.0.0.0 Safari/537.36 OPR/120.0.0.0`,
    device('computer', 'Opera', 'Windows'),
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    device('computer', 'Firefox', 'Linux'),
  ],
])('describeDevice recognises %s', (userAgent, expected) => {
  expect(describeDevice(userAgent)).toEqual(expected);
});

test.each([
  null,
  '',
  'curl/8.5.0',
  'node',
  'PostmanRuntime/7.39.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'iPhone',
])('describeDevice reports %j as a program', (userAgent) => {
  expect(describeDevice(userAgent)).toEqual(device('program', null, null));
});
