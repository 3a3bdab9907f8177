import { expect, test } from 'vitest';
import { isOwnAccount } from './staff';

test.each([
  [true, 'Nok@ira.test', '0811111111'],
  [true, 'nok+box@ira.test', '0811111111'],
  [true, 'other@example.test', '0899999999'],
  [false, 'other@example.test', '0811111111'],
])('an account is the member’s own by e-mail or phone: %s for %s, %s', (isOwn, email, phone) => {
  expect(isOwnAccount({ email, phone }, 'nok@ira.test', ['0899999999'])).toBe(isOwn);
});
