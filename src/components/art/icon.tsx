const PATHS = {
  address:
    'M12 21c-4-4.5-6.5-7.5-6.5-11a6.5 6.5 0 0 1 13 0c0 3.5-2.5 6.5-6.5 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  box: 'M4 8l8-4 8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9',
  cancel: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M9 9l6 6M15 9l-6 6',
  card: 'M3 6.5h18v11H3zM3 10h18M6 14.5h4',
  close: 'M6 6l12 12M18 6 6 18',
  move: 'M4 7h16v13H4zM4 11h16M8 4v4M16 4v4M9 15.5h6m-2-2 2 2-2 2',
  now: 'M3 7h11v9H3zM14 10h4l3 3v3h-7zM7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  onward: 'M9 6l6 6-6 6',
  past: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 8v4.5l3 2',
  pause: 'M9 6v12M15 6v12',
  rhythm: 'M5 11a7 7 0 0 1 12-4l2 2M19 5v4h-4M19 13a7 7 0 0 1-12 4l-2-2M5 19v-4h4',
  skip: 'M5 6l8 6-8 6zM18 6v12',
  unskip: 'M5 12a7 7 0 1 0 2.5-5.4L5 9M5 4v5h5',
};

/** A line drawing beside or above a word. It never stands alone. */
export function Icon({ of }: { of: keyof typeof PATHS }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[of]} />
    </svg>
  );
}
