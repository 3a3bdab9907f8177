/** @jsxImportSource react */
import { Fragment, type CSSProperties, type ReactNode } from 'react';
import { lineAddress, lineName } from '@/domain/line';
import type { AnyPayload } from './message';
import { PADDING, Sentence } from './parts';
import { COLOR, FONT, TEXT } from './style';
import type { Wording } from './wording';

// `light only` is the only supported colour scheme. Some mail clients invert the colours anyway, so each text
// colour has its own background.
const HEAD_CSS = `:root{color-scheme:light only;supported-color-schemes:light only}
body{margin:0;padding:0;-webkit-text-size-adjust:100%;text-size-adjust:100%}
@media (max-width:359px){.card{padding:16px 16px 8px!important}.edge{padding-left:17px!important;padding-right:17px!important}}`;

const HIDDEN: CSSProperties = {
  display: 'none',
  maxHeight: 0,
  maxWidth: 0,
  opacity: 0,
  overflow: 'hidden',
  fontSize: 1,
  lineHeight: '1px',
  color: COLOR.cream,
};

// Fills the rest of the preview line in the mailbox. Otherwise mail clients add the greeting to it.
const PREHEADER_FILL = '\u00a0\u200c'.repeat(90);

/**
 * Renders the frame of every message: preheader, wordmark, one card, footer. `subject` is the title of the
 * document. Mailboxes show `preheader` after the subject. Neither text may name the products.
 * `why`: why the reader gets the message.
 */
export function Layout(props: {
  wording: Wording;
  subject: string;
  preheader: string;
  heading: string;
  reader: AnyPayload;
  why: 'emails.footerWhy' | 'emails.footerStaff' | 'emails.footerFormer';
  children: ReactNode;
}) {
  const { wording, subject, preheader, heading, reader, why, children } = props;
  const { locale, say } = wording;
  return (
    <html lang={locale} dir="ltr">
      {/* oxlint-disable-next-line nextjs/no-head-element -- a mail is a document of its own */}
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <meta name="color-scheme" content="light only" />
        <meta name="supported-color-schemes" content="light only" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: HEAD_CSS }} />
      </head>
      <body style={{ margin: 0, padding: 0, backgroundColor: COLOR.cream }}>
        <div style={HIDDEN} data-skip-in-text="true">
          {preheader + PREHEADER_FILL}
        </div>
        <div lang={locale} dir="ltr" role="article" aria-roledescription="email" aria-label={subject}>
          <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} style={GROUND}>
            <tbody>
              <tr>
                <td align="center" style={{ padding: '16px 12px 32px', backgroundColor: COLOR.cream }}>
                  <table
                    role="presentation"
                    width="100%"
                    cellPadding={0}
                    cellSpacing={0}
                    border={0}
                    style={COLUMN}
                  >
                    <tbody>
                      <tr>
                        <td className="edge" style={WORDMARK} data-skip-in-text="true">
                          ira
                        </td>
                      </tr>
                      <tr>
                        <td className="card" style={CARD}>
                          <h1 style={HEADING}>
                            <Sentence text={heading} />
                          </h1>
                          <p style={TEXT.body}>{wording.greeting(reader.firstName)}</p>
                          {children}
                        </td>
                      </tr>
                      <tr>
                        <td
                          className="edge"
                          style={{ padding: `20px ${PADDING} 0`, backgroundColor: COLOR.cream }}
                        >
                          <p style={FOOTER}>{say(why)}</p>
                          <p style={FOOTER}>{say('emails.footerSafe')}</p>
                          {why !== 'emails.footerStaff' && <HelpLine wording={wording} />}
                          {reader.unsubscribeLink !== undefined && (
                            <p style={FOOTER}>
                              <a href={reader.unsubscribeLink} style={{ color: COLOR.primary }}>
                                {say('emails.unsubscribe')}
                              </a>
                            </p>
                          )}
                        </td>
                      </tr>
                    </tbody>
                  </table>
                </td>
              </tr>
            </tbody>
          </table>
        </div>
      </body>
    </html>
  );
}

/** Shows where the reader can ask, and who the seller is. */
function HelpLine({ wording: { say, help } }: { wording: Wording }) {
  const { email, line, seller } = help;
  const places = [
    ...(line === null ? [] : [{ text: `LINE ${lineName(line)}`, href: lineAddress(line) }]),
    ...(email === null ? [] : [{ text: email, href: `mailto:${email}` }]),
  ];
  return (
    <>
      {places.length > 0 && (
        <p style={FOOTER}>
          {say('emails.footerContact')}
          {places.map(({ text, href }, at) => (
            <Fragment key={href}>
              {at === 0 ? ' ' : ` ${say('emails.or')} `}
              <a href={href} style={{ color: COLOR.primary }}>
                {text}
              </a>
            </Fragment>
          ))}
        </p>
      )}
      {seller !== null && <p style={FOOTER}>{seller}</p>}
    </>
  );
}

const GROUND: CSSProperties = { backgroundColor: COLOR.cream, fontFamily: FONT };

const COLUMN: CSSProperties = { maxWidth: 480, margin: '0 auto' };

const WORDMARK: CSSProperties = {
  padding: `0 ${PADDING} 8px`,
  color: COLOR.primary,
  backgroundColor: COLOR.cream,
  fontFamily: FONT,
  fontSize: 26,
  lineHeight: '34px',
  fontWeight: 700,
};

const CARD: CSSProperties = {
  padding: `24px ${PADDING} 12px`,
  backgroundColor: COLOR.paper,
  border: `1px solid ${COLOR.line}`,
  borderRadius: 14,
  fontFamily: FONT,
};

const HEADING: CSSProperties = {
  margin: '0 0 16px',
  color: COLOR.ink,
  fontSize: 22,
  lineHeight: '35px',
  fontWeight: 700,
};

const FOOTER: CSSProperties = { ...TEXT.small, margin: '0 0 8px' };
