import { FormDialog } from '../../kit/dialogs/form-dialog.tsx';
import { notify, notifyFailure } from '../../kit/feedback/toasts.tsx';

interface RecoveryCodesDialogProps {
  /** Undefined while the dialog is closed. */
  codes: string[] | undefined;
  siteName: string;
  onClose: () => void;
}

/** The only moment at which the codes are readable. */
export function RecoveryCodesDialog({ codes = [], siteName, onClose }: RecoveryCodesDialogProps) {
  const text = `Recovery codes of ${siteName}\n\n${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => notify('Recovery codes copied.'),
      () => notifyFailure('The browser did not allow copying. Select the codes instead.'),
    );
  return (
    <FormDialog open={codes.length > 0} title="Your recovery codes" onClose={onClose}>
      <p>
        Each of these codes signs you in once without your authenticator app or passkey. Keep them somewhere safe: they
        are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="my-5 grid gap-x-6 gap-y-2 rounded-xl border border-line bg-raised p-4 font-mono text-[15px] sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2.5">
        <button type="button" className="btn btn-quiet" onClick={copy}>
          Copy
        </button>
        <a
          className="btn btn-quiet"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Download
        </a>
        <button type="button" className="btn btn-primary" onClick={onClose}>
          I have saved them
        </button>
      </div>
    </FormDialog>
  );
}
