'use client';

import { useRouter } from 'next/navigation';
import { lazy, Suspense, useCallback, useEffect, useState, useRef } from 'react';
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
import { useCommand } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import type { AgeGroup } from '@/domain/contact';
import { trpc } from '@/trpc/react';
import { leaveForDetails } from './leave-for-details';
import { STEP_PATHS } from './steps';
import { useStart } from './use-start';
import { isProductCode } from '@/domain/product';
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

/** The plan or product that a link preselects. Null values: the link preselects none. */
interface RequestedBox {
  plan: string | null;
  product: string | null;
}

/**
 * Puts the preselected plan or product into the box once, and removes it from the URL. A reload therefore
 * keeps later changes of the box.
 */
function useRequestedBox({ plan, product }: RequestedBox): void {
  const { draft, plans, products, held, ready, update } = useFlow();
  const done = useRef(false);
  useEffect(() => {
    if (done.current || !ready || (plan === null && product === null)) return;
    done.current = true;
    const chosen = plans.find((candidate) => candidate.code === plan && candidate.active);
    if (chosen) update({ items: chosen.items });
    else if (product !== null) {
      const items = withProduct(draft.items, product);
      if (checkBox(items, products, held).allowed) update({ items });
    }
    window.history.replaceState(null, '', window.location.pathname);
  }, [ready, plan, product, draft.items, plans, products, held, update]);
}

/**
 * Returns the box with one pack of the product added. Returns the same box if it already contains the
 * product.
 */
function withProduct(items: BoxItem[], product: string): BoxItem[] {
  if (!isProductCode(product) || items.some(({ productCode }) => productCode === product)) return items;
  return [...items, { productCode: product, quantity: 1 }];
}

/**
 * Returns a function that saves a changed plan to the registration in progress and opens its current step.
 */
function useSaveChanges() {
  const locale = useLocale();
  const router = useRouter();
  const { draft } = useFlow();
  const start = useStart();
  const { run, busy, problem } = useCommand();

  const save = () =>
    run(
      async () => {
        const current = await trpc.registration.current.query();
        if (!current) {
          router.push(localePath(locale, `${STEP_PATHS.details}?away=plan`));
          return 'leaving';
        }
        const { ageGroup, email, ...details } = current.details;
        await start(
          {
            plan: { frequency: draft.frequency, paymentDay: draft.paymentDay, items: draft.items },
            details: { ...details, ...(ageGroup !== null && { ageGroup: ageGroup as AgeGroup }) },
            email,
            locale,
            consent: true,
          },
          current,
        );
        // The payment page needs its own document: only its security policy allows the card form.
        if (current.step === 'delivery') router.push(localePath(locale, STEP_PATHS.delivery));
        else loadPage(localePath(locale, STEP_PATHS.payment));
        return 'leaving';
      },
      {
        explain: ({ code }) => {
          if (code !== 'NOT_LOGGED_IN') return undefined;
          leaveForDetails(locale, 'plan');
          return null;
        },
      },
    );

  return { save, busy, problem: problem?.message ?? null };
}
