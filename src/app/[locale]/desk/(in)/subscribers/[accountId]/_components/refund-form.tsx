import { Checkbox } from '@/components/forms/checkbox';
import { NativeSelect } from '@/components/forms/native-select';
import { TextInput } from '@/components/forms/text-input';
import { paidFor, REFUND_REASONS, type RefundedParts } from '@/domain/order-refund';
import { NOTE_MAX } from '@/domain/staff';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { Choices } from '../../../_components/choices';
import type { RefundChoice, RefundPreview } from './refund-choice';
import own from './refund.module.css';

interface RefundFormProps {
  facts: RefundPreview;
  choice: RefundChoice;
  onChoose: (choice: RefundChoice) => void;
  /** The message if the amount is more than what is left. */
  tooMuch: string | undefined;
  /** The message if the reason is missing. */
  missing: string | undefined;
}

/** How much is refunded, and why. */
export function RefundForm({ facts, choice, onChoose, tooMuch, missing }: RefundFormProps) {
  const t = useI18n();
  const locale = useLocale();
  const left = bahtText(facts.left, locale);
  const set = (part: Partial<RefundChoice>) => onChoose({ ...choice, ...part });
  return (
    <>
      <Choices
        legend={t('deskRefund.how')}
        value={choice.how}
        onChange={(how) => set({ how })}
        options={[
          { value: 'item', label: t('deskRefund.item') },
          { value: 'sum', label: t('deskRefund.sum') },
          { value: 'all', label: t('deskRefund.all', { amount: left }) },
        ]}
      />
      {choice.how === 'item' && <Parts facts={facts} choice={choice} onChoose={onChoose} />}
      {choice.how === 'sum' && (
        <TextInput
          label={t('deskRefund.amount')}
          description={t('deskRefund.amountHint', { left })}
          inputMode="decimal"
          maxLength={14}
          value={choice.sum}
          error={tooMuch}
          onChange={(event) => set({ sum: event.currentTarget.value })}
        />
      )}
      {choice.how === 'item' && tooMuch && (
        <p role="alert" className="problem small">
          {tooMuch}
        </p>
      )}
      <Choices
        legend={t('deskRefund.why')}
        value={choice.reason}
        error={missing}
        onChange={(reason) => set({ reason })}
        options={REFUND_REASONS.map((value) => ({ value, label: t(`deskRefund.reasons.${value}`) }))}
      />
      {facts.name !== null && (
        <TextInput
          label={t('deskRefund.note')}
          description={t('deskSubscribers.act.reasonHint')}
          maxLength={NOTE_MAX}
          value={choice.note}
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** The products and the delivery of the order, with what was paid for them. */
function Parts({ facts, choice, onChoose }: Pick<RefundFormProps, 'facts' | 'choice' | 'onChoose'>) {
  const t = useI18n();
  const locale = useLocale();
  const { packs } = choice;
  const setPacks = (code: string, count: number) =>
    onChoose({ ...choice, packs: { ...packs, [code]: count } });
  const price = (parts: RefundedParts) => bahtText(paidFor(facts, parts), locale);
  return (
    <ul className={own.parts}>
      {facts.items.map(({ productCode: code, name, quantity }) => {
        const count = packs[code] ?? 0;
        return (
          <li key={code} className={own.part}>
            <Checkbox
              label={`${name[locale]}, ${t('deskRefund.paidPacks', { count: quantity })}`}
              checked={count > 0}
              onChange={(event) => setPacks(code, event.currentTarget.checked ? 1 : 0)}
            />
            {count > 0 && quantity > 1 && (
              <NativeSelect
                aria-label={t('deskRefund.packsOf', { name: name[locale] })}
                value={count}
                onChange={(event) => setPacks(code, Number(event.currentTarget.value))}
                data={Array.from({ length: quantity }, (_, at) => String(at + 1))}
              />
            )}
            <span className={own.price}>
              {price({ packs: { [code]: Math.max(count, 1) }, delivery: false })}
            </span>
          </li>
        );
      })}
      <li className={own.part}>
        <Checkbox
          label={t(facts.deliveryFee === 0 ? 'deskRefund.freeDelivery' : 'deskRefund.delivery')}
          disabled={facts.deliveryFee === 0}
          checked={choice.delivery}
          onChange={(event) => onChoose({ ...choice, delivery: event.currentTarget.checked })}
        />
        <span className={own.price}>{price({ packs: {}, delivery: true })}</span>
      </li>
    </ul>
  );
}
