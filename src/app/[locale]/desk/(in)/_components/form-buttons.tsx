import { Button } from '@/components/button';
import { useI18n } from '@/locales/client';

interface FormButtonsProps {
  /** The text of the button that sends the form. */
  submit: string;
  busy: boolean;
  onKeep: () => void;
}

/** The buttons of a form that opens in a row: send it, or leave everything as it is. */
export function FormButtons({ submit, busy, onKeep }: FormButtonsProps) {
  const t = useI18n();
  return (
    <div className="actions">
      <Button type="submit" busy={busy}>
        {submit}
      </Button>
      <Button look="secondary" onClick={onKeep}>
        {t('desk.keep')}
      </Button>
    </div>
  );
}
