import { expect, test } from 'vitest';
import { foldLine, writeCalendarFeed } from './calendar-feed';
import { parseDay } from './day';

const FEED = { feedId: 'k3Jq', host: 'ira.example', now: new Date('2026-11-20T03:04:05.678Z') };

test('a calendar feed has one all-day event per day, with "ira" and nothing else about it', () => {
  const days = [parseDay('2026-12-31'), parseDay('2027-01-31')];
  const event = (day: string) => [
    'BEGIN:VEVENT',
    `UID:${day}-k3Jq@ira.example`,
    'DTSTAMP:20261120T030405Z',
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    'SUMMARY:ira',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//ira//Calendar feed//EN',
    'X-WR-CALNAME:ira',
    ...event('2026-12-31'),
    ...event('2027-01-31'),
    'END:VCALENDAR',
    '',
  ];
  expect(writeCalendarFeed({ ...FEED, days })).toBe(lines.join('\r\n'));
});

test('every line of a calendar feed has at most 75 octets, also with a long host name', () => {
  const host = `${'long-name.'.repeat(12)}example`;
  const text = writeCalendarFeed({ ...FEED, host, days: [parseDay('2026-12-31')] });
  const lines = text.split('\r\n');
  expect(Math.max(...lines.map((line) => line.length))).toBe(75);
  expect(text.replaceAll('\r\n ', '')).toContain(`UID:2026-12-31-k3Jq@${host}\r\n`);
});

test('a folded line has parts of at most 75 octets, never splits a character, and unfolds to the same line', () => {
  for (const line of ['', 'a'.repeat(75), 'a'.repeat(76), 'a'.repeat(400), 'กล่อง🌿'.repeat(40)]) {
    const folded = foldLine(line);
    const sizes = folded.split('\r\n').map((part) => new TextEncoder().encode(part).length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(75);
    expect(folded.replaceAll('\r\n ', '')).toBe(line);
  }
  expect(foldLine('a'.repeat(75))).not.toContain('\r\n');
});
