/** Draws an eye. The eye is crossed out while the password is shown. */
export function PasswordToggleIcon({ reveal }: { reveal: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="#6b5a55"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
      <circle cx="12" cy="12" r="3" />
      {reveal && <path d="M4 20 20 4" />}
    </svg>
  );
}
