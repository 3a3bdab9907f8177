import { Notice } from '@/components/notice';
import type { Locale } from '@/domain/locale';
import type { Translate } from '@/locales/typed';
import type { RouterOutputs } from '@/trpc/outputs';

export type PayLink = RouterOutputs['payments']['payLink'];

/** What each part of the page is drawn from. */
export interface PayParts {
  link: PayLink;
  t: Translate;
  locale: Locale;
}

interface ProblemProps {
  title: string;
  text: string;
  children?: React.ReactNode;
}

/** A notice that the script of the page fills and shows after a refusal. */
export function Problem({ title, text, children }: ProblemProps) {
  return (
    <div data-problem={text} hidden>
      <Notice tone="bad" urgent>
        <p className="strong">{title}</p>
        <p>{text}</p>
        {children}
      </Notice>
    </div>
  );
}
