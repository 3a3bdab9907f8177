'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { ClosedBoxArt } from '@/components/art/box';
import { Icon } from '@/components/art/icon';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { Baht } from '@/components/values';
import { YearlessDay } from '@/components/yearless-day';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';
import { offerUndo } from '../_sheets/undo-change';
import { useBoard } from './board';
import { Hero, HeroActs, HeroFact, HeroFacts } from '@/components/hero';
import { HowPaid } from './how-paid';

type Home = RouterOutputs['account']['home'];
type Subscription = NonNullable<Home['subscription']>;

interface PausedBoxProps {
  home: Home;
  subscription: Subscription;
  pause: NonNullable<Subscription['pause']>;
}

/** Shows the box with which deliveries resume, and resumes them at once. */
export function PausedBox({ home, subscription, pause }: PausedBoxProps) {
  const t = useI18n();
  const locale = useLocale();
  const { year } = useBoard();
  const { resume, busy, problem } = useResume(subscription, pause);
  const box = year.find(({ paymentDate }) => paymentDate === pause.nextPaymentDate);
  return (
    <Hero
      tone="good"
      eyebrow={t('account.paused.title')}
      title={<YearlessDay day={pause.nextPaymentDate} locale={locale} />}
      lines={t('account.paused.text', {
        date: <YearlessDay day={pause.receiveBy} locale={locale} />,
      })}
      art={<ClosedBoxArt />}
    >
      {box && (
        <HeroFacts>
          <HeroFact icon={<Icon of="card" />}>
            <p className="strong">
              <Baht satang={box.total} locale={locale} />
            </p>
            <HowPaid home={home} />
          </HeroFact>
        </HeroFacts>
      )}
      <HeroActs>
        {problem && (
          <Notice tone="bad" urgent>
            {problem.message}
          </Notice>
        )}
        <Button wide busy={busy} onClick={() => void resume()}>
          {t(busy ? 'subscription.change.saving' : 'account.paused.resume')}
        </Button>
        <Link className="tap" href={localePath(locale, sheetPath('pause'))} prefetch={false} scroll={false}>
          {t('account.paused.change')}
        </Link>
      </HeroActs>
    </Hero>
  );
}

/** Ends the pause, and offers to pause until the same day again. */
function useResume({ version }: Subscription, { until }: PausedBoxProps['pause']) {
  const router = useRouter();
  const { run, busy, problem } = useCommand();
  const resume = () =>
    run(
      async () => {
        const after = await trpc.subscription.resume.mutate({ version });
        offerUndo({
          version: after.subscription.version,
          undo: () => trpc.subscription.pause.mutate({ until, version: after.subscription.version }),
        });
        router.refresh();
      },
      {
        explain: (refusal) => {
          if (refusal.code === 'STALE') router.refresh();
          return undefined;
        },
      },
    );
  return { resume, busy, problem };
}
