import { Toast } from '@base-ui/react/toast';
import { useRef } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { focusContent } from './focus.ts';
import { failureMessage } from './session/failure.ts';
import { useOnce } from './use-once.ts';

interface RunAction {
  label: string;
  run: () => Promise<unknown>;
}

/** The button of a message: opens a page, or does something, such as undoing what was reported. */
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
    // The focus may be on the body, because the button was disabled while it ran.
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
function ToastActionButton({ action, ...callbacks }: { action: ToastAction } & ToastActionProps) {
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

interface ToastData {
  actions: ToastAction[];
}

const toasts = Toast.createToastManager<ToastData>();

const timeoutMs = 8000;
/** Enough time to read the message, notice a mistake and reach the button. */
const timeoutWithActionMs = 15_000;

/** Shows a message, optionally with actions: “Post deleted · Undo”, “Post saved · View on site · Undo”. */
export const notify = (message: string, ...given: (ToastAction | undefined)[]) => {
  const actions = given.filter((action) => action !== undefined);
  return toasts.add({
    description: message,
    timeout: actions.length > 0 ? timeoutWithActionMs : timeoutMs,
    data: { actions },
  });
};

export const notifyFailure = (message: string) =>
  toasts.add({ description: message, type: 'failure', timeout: timeoutMs });

// Base UI gives messages the role of a dialog, and hides the close buttons of a collapsed stack from screen readers.
const alert = { role: 'alert', 'aria-modal': undefined };
const reachable = { 'aria-hidden': undefined };

function ToastList() {
  const { toasts: shown } = Toast.useToastManager<ToastData>();
  return shown.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      {...alert}
      className="flex items-center gap-3 rounded-2xl border border-line bg-surface p-4 shadow-pop transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 data-[type=failure]:border-danger"
    >
      <Toast.Content className="flex min-w-0 flex-1 items-center gap-3">
        <Toast.Description className="min-w-0 flex-1 [overflow-wrap:anywhere]" />
        {toast.data?.actions.map((action) => (
          <ToastActionButton
            key={action.label}
            action={action}
            onDone={() => toasts.close(toast.id)}
            onFailed={(error) => notifyFailure(failureMessage(error, 'That did not work. Please try again.'))}
          />
        ))}
        <Toast.Close className="icon-button -my-1" aria-label="Dismiss" {...reachable}>
          <Icon name="close" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

/** Messages are at the top of phones and on the left of wide screens, away from the buttons that add and save. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={toasts} limit={4}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label="Messages"
          className="fixed z-60 flex flex-col gap-2 outline-none max-md:inset-x-4 max-md:top-4 md:bottom-5 md:left-5 md:w-md"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
