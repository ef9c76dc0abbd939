import { useRef } from 'react';
import { Link } from 'react-router';
import { focusContent } from '../focus/focus-content.ts';
import { useOnce } from './use-once.ts';

interface RunAction {
  label: string;
  run: () => Promise<unknown>;
}

/** What a message offers: a page to open, or something to do, such as undoing what the message is about. */
export type ToastAction = { label: string; href: string } | RunAction;

interface ToastActionProps {
  onDone: () => void;
  onFailed: (error: unknown) => void;
}

const style = 'btn btn-quiet h-9 shrink-0 px-3 text-sm max-md:h-10';

function RunButton({ action, onDone, onFailed }: { action: RunAction } & ToastActionProps) {
  const { busy, once } = useOnce();
  const button = useRef<HTMLButtonElement>(null);
  const end = () => {
    // A disabled button loses the focus.
    const { activeElement } = document;
    const isFocused = activeElement === button.current || activeElement === document.body;
    onDone();
    if (isFocused) focusContent();
  };
  const start = () => once(() => action.run().catch(onFailed).finally(end));
  return (
    <button ref={button} type="button" className={style} disabled={busy} aria-busy={busy} onClick={() => void start()}>
      {action.label}
    </button>
  );
}

/** The public site opens in a new tab, the back-office in place. */
export function ToastActionButton({ action, ...callbacks }: { action: ToastAction } & ToastActionProps) {
  if ('run' in action) return <RunButton action={action} {...callbacks} />;
  const { label, href } = action;
  if (href.startsWith('/admin'))
    return (
      <Link to={href} className={style} onClick={callbacks.onDone}>
        {label}
      </Link>
    );
  return (
    <a href={href} target="_blank" rel="noopener" className={style}>
      {label}
    </a>
  );
}
