import { expect, test } from 'vitest';
import { causeOfRefusal, isAddressDead } from './mail-refusal';

test.each([
  ['550 5.1.1 The email account that you tried to reach does not exist', 'address'],
  ['550-5.1.1 The email account\n550 5.1.1 does not exist', 'address'],
  ['553 5.1.2 We weren’t able to find the recipient domain', 'address'],
  ['501 5.1.3 Bad recipient address syntax', 'address'],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound', 'address'],
  ['550 5.1.8 Sender domain not found', 'other'],
  ['550 5.7.1 Message rejected due to policy', 'other'],
  ['550 5.7.26 Unauthenticated mail', 'other'],
  ['552 5.2.2 Mailbox full', 'other'],
  ['550 5.2.2 Over quota', 'other'],
  ['550 5.2.1 The account is inactive', 'other'],
  ['554 5.4.14 Hop count exceeded', 'other'],
  ['550 no such user here', 'address'],
  ['550', 'address'],
  ['552 mailbox full', 'other'],
  ['554 transaction failed', 'other'],
  ['550 5.1.2.3 host', 'address'],
  ['535 5.7.8 authentication failed', null],
  ['502 no such command', null],
  ['451 4.7.1 greylisted', null],
  ['452 4.2.2 mailbox full', null],
  ['ETIMEDOUT', null],
  ['LINE_QUOTA', null],
])('reads the cause of the reply "%s" as %s', (reply, cause) => {
  expect(causeOfRefusal(reply)).toBe(cause);
});

test('counts an address as unreachable only after two refusals of the same mail that are about the address', () => {
  expect(isAddressDead('address', '550 5.1.1')).toBe(true);
  expect(isAddressDead('address', null)).toBe(false);
  expect(isAddressDead('address', '552 5.2.2')).toBe(false);
  expect(isAddressDead('address', '451')).toBe(false);
  expect(isAddressDead('other', '550 5.1.1')).toBe(false);
});
