import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { momentLabel } from '../kit/format/dates.ts';
import type { Message } from '../kit/records/message.ts';

interface MessageDialogProps {
  message: Message | null;
  busy: boolean;
  onClose: () => void;
  onRetry: (message: Message) => void;
}

const stateOf = ({ status, sentAt, nextTryAt }: Message) => {
  if (status === 'sent') return `Sent ${momentLabel(sentAt)}`;
  return status === 'failed' ? 'Failed' : `Waiting, next try ${momentLabel(nextTryAt)}`;
};

/** A whole email, as plain text. */
export function MessageDialog({ message, busy, onClose, onRetry }: MessageDialogProps) {
  const facts = message
    ? [
        ['To', message.recipient],
        ['Written', momentLabel(message.createdAt)],
        ['State', stateOf(message)],
        ['Tries', String(message.attempts)],
        ['Last error', message.lastError ?? ''],
      ].filter(([, value]) => value !== '')
    : [];
  return (
    <FormDialog open={message !== null} title={message?.subject ?? ''} onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <pre
        dir="auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long email is scrolled by keyboard
        tabIndex={0}
        aria-label="Message"
        role="document"
        className="mt-4 max-h-[50svh] overflow-y-auto rounded-xl border border-line bg-bg p-4 font-sans text-sm [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {message?.body}
      </pre>
      {message?.status === 'failed' && (
        <div className="mt-4 flex justify-end">
          <button type="button" className="btn btn-primary" disabled={busy} onClick={() => onRetry(message)}>
            Send again
          </button>
        </div>
      )}
    </FormDialog>
  );
}
