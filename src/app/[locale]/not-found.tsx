import { MissingPage } from '@/components/shell/missing-page';

/** The page for a URL that is found to be unknown while its page renders. */
export default function NotFoundPage() {
  return <MissingPage />;
}
