'use client';

import Link from 'next/link';
import { memo, useEffect, useRef } from 'react';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { useFlow } from './flow';
import classes from './step-shell.module.css';
import { STEP_NUMBERS, STEP_PATHS, STEPS, type Step } from './steps';

let hasArrived = false;

interface StepShellProps {
  step: Step;
  heading: string;
  lead?: string;
  /** The content beside the step on wide screens. */
  aside?: React.ReactNode;
  /** The path of the previous page, if the earlier steps cannot be changed. Default: the previous step. */
  back?: string;
  children: React.ReactNode;
}

/**
 * The frame of one of the four steps, with progress, heading and summary. The heading takes the focus when
 * the step changes.
 */
export function StepShell({ step, heading, lead, aside, back, children }: StepShellProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasArrived || step !== 'plan') title.current?.focus({ preventScroll: true });
    hasArrived = true;
  }, [step]);

  return (
    <div className={classes.shell}>
      <div>
        <Progress step={step} back={back} />
        <h1 ref={title} tabIndex={-1}>
          {heading}
        </h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </div>
      {aside && <aside className={classes.aside}>{aside}</aside>}
    </div>
  );
}

const Progress = memo(function Progress({ step, back }: Pick<StepShellProps, 'step' | 'back'>) {
  const t = useI18n();
  const locale = useLocale();
  const at = STEPS.indexOf(step);
  const previous = STEPS[at - 1];
  const { askAt } = useFlow();
  const backTo = back ?? (previous && STEP_PATHS[previous]);
  return (
    <nav aria-label={t('register.progress', { step: STEP_NUMBERS[step] })} className={classes.progress}>
      <p className={classes.count}>
        <span>{t('register.progress', { step: STEP_NUMBERS[step] })}</span>
        <span className={`problem ${classes.now}`}>{t(`register.steps.${step}`)}</span>
      </p>
      <div className={classes.meter} aria-hidden>
        {STEPS.map((name, index) => (
          <span key={name} data-done={index <= at || undefined} />
        ))}
      </div>
      <ol className={classes.steps}>
        {STEPS.map((name, index) => (
          <li key={name} className={`small ${classes.step}`} data-done={index <= at || undefined}>
            {index < at && !back ? (
              <Link href={localePath(locale, STEP_PATHS[name])}>{t(`register.steps.${name}`)}</Link>
            ) : (
              <span aria-current={index === at ? 'step' : undefined}>{t(`register.steps.${name}`)}</span>
            )}
          </li>
        ))}
      </ol>
      <p className={`row ${classes.links}`}>
        {backTo ? (
          <Link href={localePath(locale, backTo)} className={`tap ${classes.back}`}>
            {t('register.back')}
          </Link>
        ) : (
          <span />
        )}
        {askAt && (
          <a href={askAt} target="_blank" rel="noopener" className="tap">
            {t('register.ask')}
          </a>
        )}
      </p>
    </nav>
  );
});
