import { MissingPage } from '@/components/shell/missing-page';

/** The page for an address that turns out to be unknown while its page renders. */
export default function NotFoundPage() {
  return <MissingPage />;
}
