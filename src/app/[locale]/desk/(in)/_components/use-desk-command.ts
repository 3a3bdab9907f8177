import { useRouter } from 'next/navigation';
import { useCommand } from '@/components/forms/use-command';
import { showToast } from '@/components/toasts';

/** Runs one command of the desk at a time, then shows a message and reads the page again. */
export function useDeskCommand() {
  const router = useRouter();
  const command = useCommand();
  /** @param said the message afterwards, unless the call returns one as text */
  const act = (call: () => Promise<unknown>, said: string) =>
    command.run(async () => {
      const answer = await call();
      showToast({ message: typeof answer === 'string' ? answer : said, tone: 'good' });
      router.refresh();
    });
  return { ...command, act };
}
