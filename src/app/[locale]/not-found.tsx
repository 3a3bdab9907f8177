import { MissingPage } from '@/components/shell/missing-page';

/** The page for a URL that is known to be invalid only during rendering, such as an unknown order. */
export default function NotFoundPage() {
  return <MissingPage />;
}
