import { expect, test } from 'vitest';
import deskHistory from '@/locales/en/desk-history';
import { FINAL_EVENTS } from './final-events';

test('each act that cannot be undone is an event of the log, and none of those that the desk offers to undo', () => {
  const events = Object.entries(deskHistory.events).flatMap(([noun, names]) =>
    Object.keys(names).map((name) => `${noun}.${name}`),
  );
  expect(FINAL_EVENTS.filter((what) => !events.includes(what))).toEqual([]);
  expect(FINAL_EVENTS).not.toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^(desk\.(marks_changed|followed_up)|conversation\.(assigned|closed|reopened)|product\.sold_|parcel\.(shipped|delivered|number_corrected|reported|sent_again))/,
      ),
    ]),
  );
});
