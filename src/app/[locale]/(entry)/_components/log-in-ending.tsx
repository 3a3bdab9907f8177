import { ButtonAnchor } from '@/components/button-anchor';
import { lineEnding, lineStart } from '@/components/line-start';
import { Notice } from '@/components/notice';
import type { LineEnding } from '@/domain/line';
import { getI18n } from '@/locales/server';
import type { LoginUrls } from './login-urls';

/**
 * Returns the result of a log-in at LINE, or null. The result `linked` does not occur on this page and is
 * returned as null.
 */
export function lineEndingOf(line: string | string[] | undefined): Exclude<LineEnding, 'linked'> | null {
  const ending = lineEnding(line);
  return ending === 'linked' ? null : ending;
}

/** Explains why a log-in at LINE failed, and shows the alternatives. */
export async function LogInEnding({
  ending,
  ways,
}: {
  ending: Exclude<LineEnding, 'linked'>;
  ways: LoginUrls;
}) {
  const t = await getI18n();
  switch (ending) {
    case 'denied':
      return (
        <Notice tone="info" title={t('errors.LINE_DENIED')}>
          <p>{t('auth.line.denied')}</p>
        </Notice>
      );
    case 'not_linked':
      return (
        <Notice tone="info" title={t('errors.LINE_NOT_LINKED')}>
          <p>{t('auth.line.notLinked')}</p>
          <ButtonAnchor href={ways.lineRegister} look="secondary">
            {t('auth.line.register')}
          </ButtonAnchor>
        </Notice>
      );
    case 'unfinished':
      return (
        <Notice tone="waiting" title={t('auth.line.unfinished')}>
          <p>{t('auth.line.unfinishedText')}</p>
          <ButtonAnchor href={lineStart('login', ways.next, true)} look="secondary">
            {t('auth.line.again')}
          </ButtonAnchor>
        </Notice>
      );
    case 'taken':
      return <Notice tone="info" title={t('errors.LINE_TAKEN')} />;
    case 'linked_elsewhere':
      return (
        <Notice tone="waiting" title={t('auth.line.other')}>
          <p>{t('auth.line.otherText')}</p>
          <ButtonAnchor href={lineStart('login', ways.next, true)} look="secondary">
            {t('auth.line.again')}
          </ButtonAnchor>
        </Notice>
      );
    case 'payment_pending':
    case 'failed':
      return (
        <Notice tone="bad" title={t('errors.LINE_FAILED')}>
          <p>{t('auth.line.failed')}</p>
        </Notice>
      );
  }
}
