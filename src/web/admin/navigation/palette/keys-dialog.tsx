import { FormDialog } from '../../kit/dialogs/form-dialog.tsx';
import { useFinalFocus } from '../../kit/focus/use-final-focus.ts';

const keys: [keys: string[], what: string][] = [
  [['Ctrl K', '⌘K', '/'], 'Search and commands'],
  [['?'], 'This list'],
  [['↑', '↓'], 'Previous or next row of a table'],
  [['Home', 'End'], 'First or last row of a table'],
  [['Enter'], 'Open the row'],
  [['Delete'], 'Delete the row'],
  [['Esc'], 'Close a dialog or a menu'],
];

export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const finalFocus = useFinalFocus(open);
  return (
    <FormDialog open={open} finalFocus={finalFocus} title="Keyboard keys" onClose={onClose} size="narrow">
      <dl className="grid gap-3 text-sm">
        {keys.map(([names, what]) => (
          <div key={what} className="flex items-center justify-between gap-4">
            <dt>{what}</dt>
            <dd className="flex shrink-0 gap-1.5">
              {names.map((name) => (
                <kbd key={name} className="rounded-md border border-line bg-bg px-2 py-0.5 text-[13px]">
                  {name}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 text-[13px] text-muted">Single keys work when no field, button or dialog has the focus.</p>
    </FormDialog>
  );
}
