import postgres from 'postgres';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database';

test('two test databases share no rows, and both have the rows of the migrations', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const one = postgres(first.url, { max: 1 });
  const two = postgres(second.url, { max: 1 });
  try {
    await one`create table only_here (id int)`;
    const [seen] = await two<{ here: boolean; addresses: number }[]>`
      select to_regclass('only_here') is not null as here, (select count(*)::int from thai_addresses) as addresses`;
    expect(seen?.here).toBe(false);
    expect(seen?.addresses).toBeGreaterThan(7000);
  } finally {
    await Promise.all([one.end(), two.end()]);
    await Promise.all([first.drop(), second.drop()]);
  }
});

test('drops a test database with an open connection', async () => {
  const database = await createTestDatabase();
  const held = postgres(database.url, { max: 1 });
  await held`select 1`;
  await database.drop();
  const again = postgres(database.url, { max: 1 });
  await expect(again`select 1`).rejects.toThrow('does not exist');
  await Promise.all([again.end({ timeout: 1 }), held.end({ timeout: 1 })]);
});
