import { orderNumberText } from '@/domain/order';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText } from '@/locales/format';
import { PreviewLines, PreviewPart, PreviewText } from '../../../_components/desk-dialog';
import { wayText, type RefundChoice, type RefundPreview } from './refund-choice';

interface RefundEffectsProps {
  facts: RefundPreview;
  /** The chosen amount in satang; 0 for none. */
  amount: number;
  choice: RefundChoice;
  by: string;
}

/** What the refund does: money, points, document, message and log. */
export function RefundEffects({ facts, amount, choice, by }: RefundEffectsProps) {
  const t = useI18n();
  const locale = useLocale();
  const { effects, message, allowance, way, next, points, reserved } = facts;
  const baht = (satang: number) => bahtText(satang, locale);
  const number = orderNumberText(facts.orderNumber);
  const log = {
    by,
    amount: baht(amount),
    number,
    reason: choice.reason ? t(`deskRefund.reasons.${choice.reason}`) : '…',
  };
  return (
    <div role="status" className="stack-4">
      <PreviewPart title={t('deskRefund.happens')}>
        <PreviewLines
          lines={[
            [t('deskRefund.backTo', { way: wayText(t, facts) }), <b key="b">{baht(amount)}</b>],
            reserved > 0 ? [t('deskRefund.before'), baht(reserved)] : null,
            [t('deskRefund.left', { number }), effects ? baht(effects.left) : baht(facts.left)],
            [t('deskRefund.points', { points }), effects ? String(effects.points) : '–'],
            [
              t(facts.isTaxDocument ? 'deskRefund.creditNoteVat' : 'deskRefund.creditNote'),
              effects ? baht(facts.isTaxDocument ? effects.vat : amount) : '–',
            ],
            next ? [t('deskRefund.next', { date: dayText(next, locale) }), t('deskRefund.unchanged')] : null,
          ]}
        />
        {facts.isReferred && <p className="muted">{t('deskRefund.referrer')}</p>}
        <p className="muted">{t(`deskRefund.when.${way.kind}`)}</p>
      </PreviewPart>
      {message && (
        <PreviewPart title={t(`deskRefund.message.${message.channel}`)}>
          <PreviewText lang={message.locale}>{message.text}</PreviewText>
        </PreviewPart>
      )}
      {amount > 0 && (
        <PreviewPart title={t('deskRefund.log')}>
          <p>{t('deskRefund.logText', log)}</p>
        </PreviewPart>
      )}
      {allowance && (
        <p className="muted">
          {t('deskRefund.allowance', { limit: baht(allowance.limit), left: baht(allowance.left) })}
        </p>
      )}
    </div>
  );
}
