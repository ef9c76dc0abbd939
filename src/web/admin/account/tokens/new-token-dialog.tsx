import { FormDialog } from '../../kit/dialogs/form-dialog.tsx';
import { notify, notifyFailure } from '../../kit/feedback/toasts.tsx';

interface NewTokenDialogProps {
  /** Undefined while the dialog is closed. */
  token: string | undefined;
  onClose: () => void;
}

/** The only moment at which the token is readable. */
export function NewTokenDialog({ token, onClose }: NewTokenDialogProps) {
  const copy = () =>
    navigator.clipboard.writeText(token ?? '').then(
      () => notify('Token copied.'),
      () => notifyFailure('The browser did not allow copying. Select the token instead.'),
    );
  return (
    <FormDialog open={token !== undefined} title="Your new API token" onClose={onClose}>
      <p>Copy it now and keep it like a password: it is not shown again.</p>
      <code className="my-5 block rounded-xl border border-line bg-raised p-4 font-mono text-[15px] [overflow-wrap:anywhere] select-all">
        {token}
      </code>
      <p className="mb-5 text-sm text-muted">
        Send it with each call, as the header <code className="font-mono">Authorization: Bearer mq_…</code>. All calls
        are described at{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer" className="text-accent underline">
          /api/docs
        </a>
        .
      </p>
      <div className="flex flex-wrap justify-end gap-2.5">
        <button type="button" className="btn btn-quiet" onClick={copy}>
          Copy
        </button>
        <button type="button" className="btn btn-primary" onClick={onClose}>
          I have saved it
        </button>
      </div>
    </FormDialog>
  );
}
