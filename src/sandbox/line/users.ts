import { createHash } from 'node:crypto';
import type { Table } from '../store';
import { newUserId } from './ids';
import type { PersonRecord } from './records';

const person = (
  key: string,
  name: string,
  facts: Omit<PersonRecord, 'id' | 'key' | 'name'>,
): PersonRecord => ({ id: `U${createHash('md5').update(key).digest('hex')}`, key, name, ...facts });

const OTHERS_SHOWN = 8;

/** The LINE users after a reset. */
const SEEDED: PersonRecord[] = [
  person('mali', 'Mali', {
    email: 'mali@example.test',
    hasPicture: true,
    friendship: 'friend',
    note: '',
  }),
  person('nok', 'Nok', {
    email: null,
    hasPicture: false,
    friendship: 'friend',
    note: '',
  }),
  person('ploy', 'Ploy', {
    email: 'ploy@example.test',
    hasPicture: true,
    friendship: 'not_friend',
    note: '',
  }),
  person('dao', 'Dao', {
    email: 'dao@example.test',
    hasPicture: true,
    friendship: 'blocked',
    note: '',
  }),
  person('somying', 'สมหญิง ใจดี', {
    email: 'somying@example.test',
    hasPicture: true,
    friendship: 'friend',
    note: '',
  }),
  person('lin', 'Lin', {
    email: 'line@demo.test',
    hasPicture: true,
    friendship: 'friend',
    note: 'the demo account with nothing but LINE',
  }),
  person('fah', 'Fah', {
    email: 'active@demo.test',
    hasPicture: true,
    friendship: 'friend',
    note: 'e-mail of another demo account',
  }),
  person('petch', 'เพชร✨🌸 <Petch & Co>', {
    email: null,
    hasPicture: false,
    friendship: 'not_friend',
    note: '',
  }),
];

export interface People {
  list(): PersonRecord[];
  /** Returns the predefined users, then the other users with the newest first. */
  shown(): PersonRecord[];
  get(userId: string): PersonRecord | undefined;
  /** Finds a user by id, key, name or e-mail. Ignores upper and lower case. */
  find(words: string): PersonRecord | undefined;
  put(person: PersonRecord): void;
  /**
   * Returns the user with this name and e-mail. Creates the user if none exists, without adding the official
   * account.
   */
  make(wanted: { key?: string; userId?: string; name: string; email: string | null }): PersonRecord;
}

export const isUserId = (text: string) => /^U[0-9a-f]{32}$/.test(text);

/** Creates the list of users: the predefined users, with the changes in `table`, and the users in `table`. */
export function createPeople(table: Table<PersonRecord>): People {
  const list = () => {
    const known = new Map(SEEDED.map((one) => [one.id, one]));
    for (const one of table.values()) known.set(one.id, one);
    return [...known.values()];
  };
  const get = (userId: string) => table.get(userId) ?? SEEDED.find((one) => one.id === userId);
  return {
    list,
    shown: () => [
      ...list().slice(0, SEEDED.length),
      ...list().slice(SEEDED.length).slice(-OTHERS_SHOWN).reverse(),
    ],
    get,
    find: (words) => {
      const wanted = words.trim().toLowerCase();
      const named = (one: PersonRecord) =>
        [one.key, one.name, one.email].some((name) => name?.toLowerCase() === wanted);
      return list().find((one) => one.id.toLowerCase() === wanted) ?? list().find(named);
    },
    put: (changed) => table.put(changed),
    make: ({ key, userId, name, email }) => {
      const same = list().find((one) => one.name === name && one.email === email);
      if (same !== undefined && (userId === undefined || userId === same.id)) return same;
      const id = userId !== undefined && isUserId(userId) ? userId : newUserId();
      const made: PersonRecord = {
        id,
        name,
        email,
        hasPicture: true,
        friendship: 'not_friend',
        note: '',
        key: key ?? id.slice(0, 9),
      };
      table.put(made);
      return made;
    },
  };
}

/** For each friendship: the text that explains whether pushes are delivered. */
export const friendshipWords: Record<PersonRecord['friendship'], string> = {
  friend: 'friend',
  not_friend: 'not a friend',
  blocked: 'has blocked the account',
};
