import { forgetOldDraft, keepDraft } from '@/components/registration/draft';
import { isDay } from '@/domain/day';

/** Stores the code of an invitation page in the registration's draft. Without this script the page's link carries it. */
export function keepInvitation(): void {
  const page = document.querySelector<HTMLElement>('[data-invitation]');
  const { invitation: code, today } = page?.dataset ?? {};
  if (code === undefined || today === undefined || !isDay(today)) return;
  forgetOldDraft(today);
  keepDraft(today, { code, refusedCode: '' });
}
