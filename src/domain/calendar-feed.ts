import type { Day } from './day';

/** The longest line of RFC 5545 in octets, without its line break. */
const LINE_OCTETS = 75;

interface CalendarFeed {
  /** The days of the events. */
  days: readonly Day[];
  /** Separates the events of this feed from those of other feeds in the same calendar. */
  feedId: string;
  /** The host name of the site. */
  host: string;
  now: Date;
}

/**
 * Returns a calendar in the format of RFC 5545 with one all-day event for each day. An event says "ira" and its day.
 * The same day has the same UID in every text of a feed.
 */
export function writeCalendarFeed({ days, feedId, host, now }: CalendarFeed): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//ira//Calendar feed//EN',
    'X-WR-CALNAME:ira',
    ...days.flatMap((day) => [
      'BEGIN:VEVENT',
      `UID:${day}-${feedId}@${host}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      'SUMMARY:ira',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** Splits a line into parts of at most 75 octets. Each part after the first starts with a space (RFC 5545, 3.1). */
export function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const length = new TextEncoder().encode(character).length;
    if (octets + length > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return folded;
}
