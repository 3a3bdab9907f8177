import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { AppError } from '@/domain/errors';
import { withWorld } from '@/testing/with-world';
import { toAppError, wireError } from './errors';

const world = withWorld();

describe("a failed update is named in the caller's language", () => {
  test.each([
    ['details', 'Unable to update details.', 'แก้ไขข้อมูลส่วนตัวไม่สำเร็จ'],
    ['address', 'Unable to update address.', 'แก้ไขที่อยู่ไม่สำเร็จ'],
    ['email', 'Unable to update email.', 'แก้ไขอีเมลไม่สำเร็จ'],
    ['password', 'Unable to update password.', 'แก้ไขรหัสผ่านไม่สำเร็จ'],
  ])('%s', (fieldName, english, thai) => {
    const error = new AppError('UPDATE_FAILED', { fieldName });
    expect(wireError(error, 'en').message).toBe(english);
    expect(wireError(error, 'th').message).toBe(thai);
  });
});

test.each([
  ['disk', '53100'],
  ['memory', '53200'],
])('a database without %s is unavailable, and the caller may repeat', async (_what, code) => {
  const raise = sql.raw(`do $$ begin raise exception 'no room' using errcode = '${code}'; end $$`);
  const failed: unknown = await world.db.execute(raise).catch((error: unknown) => error);
  expect(toAppError(failed).code).toBe('UNAVAILABLE');
});

describe('a feature that the database refuses', () => {
  // What postgres.js throws for a server in recovery.
  const refusal = { code: '0A000', query: 'begin read write' };

  test('makes it unavailable at the begin of a transaction: it is no longer the primary', () => {
    expect(toAppError(Object.assign(new Error('during recovery'), refusal)).code).toBe('UNAVAILABLE');
  });

  test('is an internal error in any other statement', async () => {
    const raise = sql.raw(`do $$ begin raise exception 'no such feature' using errcode = '0A000'; end $$`);
    const failed: unknown = await world.db.execute(raise).catch((error: unknown) => error);
    expect(toAppError(failed).code).toBe('INTERNAL');
  });
});

describe("a text that PostgreSQL cannot store is a caller's error even if it passes the schemas", () => {
  test.each([
    ['a NUL', sql`select ${'a\u0000b'}::text`],
    ['a NUL in JSON', sql`select ${'"\\u0000"'}::jsonb ->> 0`],
    ['half a character in JSON', sql`select ${'"\\ud800"'}::jsonb`],
  ])('%s', async (_what, query) => {
    const refused: unknown = await world.db.execute(query).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(toAppError(refused).code).toBe('INPUT_INVALID');
  });

  test('does not hide another internal error', async () => {
    const broken: unknown = await world.db.execute(sql`select 1 / 0`).catch((error: unknown) => error);
    expect(toAppError(broken).code).toBe('INTERNAL');
  });
});
