import { Icon } from '../../components/icon.tsx';

export interface BannerMessage {
  severity: 'success' | 'error';
  text: string;
}

/** The outcome of the last action, until dismissed. */
export function Banner({ message, onDismiss }: { message: BannerMessage | undefined; onDismiss: () => void }) {
  if (!message) return null;
  const tone = message.severity === 'error' ? 'border-danger text-danger' : 'border-accent text-accent';
  return (
    <div
      role="alert"
      data-severity={message.severity}
      className={`mb-4 flex items-center gap-3 rounded-xl border bg-surface px-4 py-2 font-medium ${tone}`}
    >
      <p className="min-w-0 flex-1">{message.text}</p>
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={onDismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}
