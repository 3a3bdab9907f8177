'use client';

import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { Button } from '@/components/button';
import { ErrorSummary } from '@/components/forms/error-summary';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { KeptNotice } from '@/components/session/kept-notice';
import { useFocusOnMount } from '@/components/use-focus';
import { cardExpiresOn, parseExpiry } from '@/domain/card';
import type { Day } from '@/domain/day';
import { useI18n } from '@/locales/client';
import { expiryText } from '@/locales/format';
import { trpc } from '@/trpc/react';
import classes from './cards.module.css';
import { cardFormOf, type Card, type CardsState } from './use-cards';

interface CardFormProps {
  card: Card;
  name: string;
  state: CardsState;
  today: Day;
  onClose: () => void;
}

/** Lets the subscriber edit the printed data of a card, except its number. */
export function CardForm({ card, name, state, today, onClose }: CardFormProps) {
  const t = useI18n();
  const box = useFocusOnMount<HTMLDivElement>();
  const prefix = `card-${card.cardId}`;
  const form = useSchemaForm({
    prefix,
    initialValues: { name: card.name, expiry: expiryText(card) },
    schema: async () => (await import('@/schemas/cards')).updateCardInput,
    labels: { name: t('cards.editing.name'), expiry: t('cards.editing.expiry') },
    check: ({ expiry: typed }) => {
      const expiry = parseExpiry(typed);
      if (!expiry) return { expiry: 'expiry' };
      return cardExpiresOn(expiry) < today ? { expiry: 'expiryPast' } : {};
    },
    toInput: (values) => ({ cardId: card.cardId, name: values.name, ...parseExpiry(values.expiry) }),
    send: async (input) => {
      const isDone = await state.act(
        card.cardId,
        () => trpc.payments.updateCard.mutate(input),
        t('cards.editing.saved'),
      );
      if (isDone) onClose();
      return isDone;
    },
    keptAs: cardFormOf(card.cardId),
  });
  const text = textFields(form);

  return (
    <div ref={box} tabIndex={-1} role="group" aria-labelledby={`${prefix}-title`} className={classes.panel}>
      <h3 id={`${prefix}-title`} className="strong">
        {t('cards.editing.title', { card: name })}
      </h3>
      <p className="muted small">{t('cards.editing.hint')}</p>
      <form method="post" noValidate className="stack-4 mt-3" onSubmit={(event) => void form.submit(event)}>
        <KeptNotice shown={form.wasKept} />
        <ErrorSummary form={form} />
        <TextInput autoComplete="cc-name" autoCapitalize="characters" {...text('name')} />
        <TextInput autoComplete="cc-exp" inputMode="text" maxLength={9} {...text('expiry')} />
        <div className="actions mt-3">
          <Button type="submit" busy={form.busy} off={!form.isChanged}>
            {form.busy ? t('cards.editing.saving') : t('cards.editing.save')}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('cards.editing.cancel')}
          </Button>
        </div>
      </form>
    </div>
  );
}
