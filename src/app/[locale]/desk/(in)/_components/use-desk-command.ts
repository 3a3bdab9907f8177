import { useRouter } from 'next/navigation';
import { useCommand, type Problem } from '@/components/forms/use-command';
import { showToast } from '@/components/toasts';
import { useI18n } from '@/locales/client';
import type { Refusal } from '@/trpc/desk';

/** The refusals whose texts for subscribers would be wrong for a member of the staff. */
const REFUSED = [
  'STALE',
  'ORDER_NOT_UPCOMING',
  'ORDER_NOT_FOUND',
  'NOT_ACTIVE',
  'ALREADY_CANCELLED',
  'PAYMENT_PENDING',
  'NOTHING_TO_PAY',
  'NOT_FOUND',
  'NOT_ALLOWED',
] as const;

/**
 * Runs one command of the desk at a time, then shows a message and reads the page again. After a refusal it reads the
 * page, too: another member, or the subscriber, may have been quicker.
 */
export function useDeskCommand() {
  const t = useI18n();
  const router = useRouter();
  const { run, ...command } = useCommand();
  const explain = ({ code, reason }: Refusal): Problem | undefined => {
    const known = reason === 'staff_role' ? undefined : REFUSED.find((one) => one === code);
    return known && { code: known, message: t(`desk.refused.${known}`) };
  };
  /**
   * @param said the message after the command, unless the command returns one as text; null shows none and does not
   *   read the page
   * @param undo reverses the command with its answer: the message offers it. Null: this command cannot be reversed
   */
  const act = <Answer>(
    call: () => Promise<Answer>,
    said: string | null,
    undo?: (answer: Answer) => (() => Promise<unknown>) | null,
  ): Promise<boolean> =>
    run(
      async () => {
        const answer = await call();
        if (said === null) return;
        sayDone(typeof answer === 'string' ? answer : said, undo?.(answer));
      },
      { explain, onProblem: () => router.refresh() },
    );
  /**
   * Shows a message after a command that something else has run, and reads the page again.
   * @param back reverses the command: the message offers it
   */
  const sayDone = (message: string, back?: (() => Promise<unknown>) | null) => {
    showToast({ message, tone: 'good', ...(back && { undo: () => void takeBack(back) }) });
    router.refresh();
  };
  // The row of the command may have left the page, so that its problem is shown by a toast.
  const takeBack = (back: () => Promise<unknown>) =>
    run(
      async () => {
        await back();
        showToast({ message: t('desk.undone'), tone: 'good' });
        router.refresh();
      },
      {
        explain,
        onProblem: ({ message }) => {
          showToast({ message, tone: 'bad' });
          router.refresh();
        },
      },
    );
  return { ...command, act, sayDone };
}
