import { useId } from 'react';
import { buttonClass } from '@/components/button-anchor';
import classes from './desk.module.css';

/** The kinds of files that are tables. */
export const TABLES = '.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values';

interface FileButtonProps {
  label: string;
  onChoose: (files: readonly File[]) => void;
  accept?: string;
  multiple?: boolean;
  isOff?: boolean;
}

/** Shows a button that chooses a file from the device. The same file can be chosen again. */
export function FileButton({
  label,
  onChoose,
  accept = TABLES,
  multiple = false,
  isOff = false,
}: FileButtonProps) {
  const id = useId();
  return (
    <div>
      <input
        id={id}
        type="file"
        multiple={multiple}
        accept={accept}
        className={classes.file}
        disabled={isOff}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          if (files.length > 0) onChoose(files);
          event.currentTarget.value = '';
        }}
      />
      <label htmlFor={id} className={buttonClass('secondary')} aria-disabled={isOff}>
        {label}
      </label>
    </div>
  );
}
