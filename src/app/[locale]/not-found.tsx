import { MissingPage } from '@/components/shell/missing-page';

/** An address that leads nowhere, met after the page had begun. */
export default function NotFoundPage() {
  return <MissingPage />;
}
