import { forgetPersonalAnswers } from '@/components/registration/forget-personal-answers';
import { runProgress } from '@/components/shell/run-progress';
import { watchMenu } from '@/components/shell/watch-menu';
import { watchVisitor } from './visitor';
import { forgetOldDraft, keepDraft } from '@/components/registration/draft';
import { isDay } from '@/domain/day';
import { rememberLanguage } from '@/components/shell/remember-language';
import { whenIdle } from '@/components/monitoring/when-idle';

/*
 * The only script of the public pages, which have no framework JavaScript. Every page also works without this
 * script.
 */

const { signal } = new AbortController();
const bar = document.querySelector<HTMLElement>('[data-progress]');

watchMenu(signal);
keepPlaceAcrossLanguages(signal);
runProgress((running) => bar?.toggleAttribute('data-running', running), signal);
forgetPersonalAnswers(signal);
keepInvitation();
watchVisitor(signal);
traceWhenIdle();

/**
 * Stores the referral code of an invitation page in the draft of the registration. Without this script, the
 * link on the page contains the code.
 */
function keepInvitation(): void {
  const page = document.querySelector<HTMLElement>('[data-invitation]');
  const { invitation: code, today } = page?.dataset ?? {};
  if (code === undefined || today === undefined || !isDay(today)) return;
  forgetOldDraft(today);
  keepDraft(today, { code, refusedCode: '' });
}

/**
 * When the visitor clicks the language link, copies the query and the fragment of the URL to it, and remembers the
 * language.
 */
function keepPlaceAcrossLanguages(signal: AbortSignal): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-language]');
  const keep = () => {
    if (!link) return;
    link.search = window.location.search;
    link.hash = window.location.hash;
    rememberLanguage(link.hreflang);
  };
  link?.addEventListener('click', keep, { signal });
}

/**
 * Loads error tracing when the page is idle. The attribute `data-tracing` of the body is the DSN. Without it,
 * nothing is loaded.
 */
function traceWhenIdle(): void {
  const { tracing } = document.body.dataset;
  if (tracing === undefined) return;
  whenIdle(() => void import('@/components/monitoring/tracer').then(({ start }) => start(tracing)));
}
