'use client';

/** The error page that replaces the whole document. It contains both languages and needs no style sheets. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body
        style={{ fontFamily: 'system-ui, sans-serif', padding: 32, background: '#fbf6f2', color: '#2b1f1d' }}
      >
        <h1>Oops, something went wrong.</h1>
        <p>Please try again in a moment.</p>
        <p lang="th">ขออภัย เกิดข้อผิดพลาด กรุณารอสักครู่แล้วลองใหม่</p>
        <p>
          {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- the state of the failed page cannot be trusted */}
          <a href="/" style={{ color: '#96262c' }}>
            ira
          </a>
        </p>
      </body>
    </html>
  );
}
