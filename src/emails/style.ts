import type { CSSProperties } from 'react';

export const COLOR = {
  primary: '#96262c',
  cream: '#fbf6f2',
  paper: '#ffffff',
  ink: '#2b1f1d',
  muted: '#6b5a55',
  blush: '#f6e3df',
  line: '#e7dcd4',
  amber: '#8a5a00',
  amberSoft: '#fff4dc',
} as const;

// System fonts of phones and desktops, Latin first, then Thai. A web font would cause an external request.
export const FONT =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans Thai', 'Sukhumvit Set', Thonburi, 'Leelawadee UI', Tahoma, sans-serif";

export const TEXT = {
  body: { margin: '0 0 16px', color: COLOR.ink, fontSize: 16, lineHeight: '26px' },
  small: { margin: '0 0 12px', color: COLOR.muted, fontSize: 14, lineHeight: '23px' },
} as const satisfies Record<string, CSSProperties>;

export const TABLE: CSSProperties = {
  margin: '0 0 20px',
  borderCollapse: 'separate',
  borderSpacing: 0,
};
