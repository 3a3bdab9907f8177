'use client';

import { useRouter } from 'next/navigation';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { BoxBuilder } from '@/components/box/box-builder';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { FrequencyChoice } from '@/components/rhythm/frequency-choice';
import { PaymentDayChoice } from '@/components/rhythm/payment-day-choice';
import { checkBox, type BoxItem } from '@/domain/box';
import type { Frequency } from '@/domain/subscription';
import type { LineEnding } from '@/domain/line';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { BoxPicture } from './box-picture';
import { FirstDates } from './first-dates';
import { useFlow, useQuote } from './flow';
import { KeptCode } from './kept-code';
import { StepBar } from './step-bar';
import { StepShell } from './step-shell';
import { Summary } from './summary';
import { useSaveChanges } from './use-save-changes';
import { useRequestedBox, type RequestedBox } from './use-requested-box';
import { OpenBoxArt } from '@/components/art/box';
import classes from './summary.module.css';

/** Loaded only after a log-in at LINE. */
const LineSignUpEnding = lazy(() =>
  import('./line-part').then((loaded) => ({ default: loaded.LineSignUpEnding })),
);

interface PlanStepProps {
  requestedBox: RequestedBox;
  /** Whether a registration is in progress. This step then changes it. */
  started: boolean;
  /** The result of a log-in at LINE that began without a box; null without one. */
  ending: LineEnding | null;
}

/** Step 1: box, frequency and payment day. */
export function PlanStep({ requestedBox, started, ending }: PlanStepProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const { draft, products, plans, held, update } = useFlow();
  const quote = useQuote();
  const [error, setError] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const changes = useSaveChanges();
  useRequestedBox(requestedBox);
  const fill = useCallback((items: BoxItem[]) => update({ items }), [update]);
  const chooseFrequency = useCallback((frequency: Frequency) => update({ frequency }), [update]);
  const chooseDay = useCallback((paymentDay: number) => update({ paymentDay }), [update]);
  useEffect(() => {
    if (refusals > 0) document.getElementById('box-error')?.focus();
  }, [refusals]);

  const goOn = async () => {
    if (!checkBox(draft.items, products, held).allowed) {
      setRefusals((count) => count + 1);
      return setError(t('box.emptyHint'));
    }
    setError(null);
    if (started) return changes.save();
    router.push(localePath(locale, '/register/details'));
  };

  const action = (
    <Button onClick={() => void goOn()} busy={changes.busy}>
      {t('register.next', { name: t('register.steps.details') })}
    </Button>
  );
  return (
    <StepShell
      step="plan"
      heading={t('register.plan.heading')}
      lead={t('register.plan.lead')}
      aside={
        quote ? (
          <Summary
            items={draft.items}
            totals={quote.totals}
            dates={quote.dates}
            code={quote.code}
            picture={<BoxPicture items={draft.items} />}
            action={action}
          />
        ) : (
          <EmptySummary action={action} />
        )
      }
    >
      {ending && (
        <Suspense>
          <LineSignUpEnding ending={ending} />
        </Suspense>
      )}
      <KeptCode step="plan" started={started} />
      <BoxBuilder
        products={products}
        plans={plans}
        items={draft.items}
        held={held}
        onChange={fill}
        error={draft.items.length === 0 ? error : null}
      />
      <div id="rhythm" />
      <FrequencyChoice
        legend={t('register.plan.frequency')}
        value={draft.frequency}
        onChange={chooseFrequency}
      />
      <PaymentDayChoice
        legend={t('register.plan.paymentDay')}
        hint={t('register.plan.paymentDayHint')}
        value={draft.paymentDay}
        onChange={chooseDay}
      />
      <FirstDates />
      {changes.problem && <Notice tone="bad">{changes.problem}</Notice>}
      <StepBar>{action}</StepBar>
    </StepShell>
  );
}

/** Shows an empty box, and how to fill it. */
function EmptySummary({ action }: { action: React.ReactNode }) {
  const t = useI18n();
  return (
    <section className={`surface ${classes.summary}`} aria-label={t('register.summary.title')}>
      <div className={classes.picture}>
        <OpenBoxArt items={[]} />
      </div>
      <div className="pad">
        <h2 className={classes.title}>{t('box.empty')}</h2>
        <p>{t('box.emptyHint')}</p>
        <div className={classes.action}>{action}</div>
      </div>
    </section>
  );
}
