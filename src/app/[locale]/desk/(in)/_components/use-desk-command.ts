import { useRouter } from 'next/navigation';
import { useCommand } from '@/components/forms/use-command';
import { showToast } from '@/components/toasts';

/** Runs one command of the desk at a time, then shows a message and reads the page again. */
export function useDeskCommand() {
  const router = useRouter();
  const command = useCommand();
  const act = (call: () => Promise<unknown>, said: string) =>
    command.run(async () => {
      await call();
      showToast({ message: said, tone: 'good' });
      router.refresh();
    });
  return { ...command, act };
}
