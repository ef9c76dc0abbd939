import { useRevalidator } from 'react-router';

interface ErrorPanelProps {
  message: string | undefined;
  /** Whether it may be there later: not a record that does not exist. */
  canRetry?: boolean;
}

/** Shown instead of what could not be loaded: an empty list would look as if there were nothing. */
export function ErrorPanel({ message, canRetry = true }: ErrorPanelProps) {
  const { revalidate, state } = useRevalidator();
  if (message === undefined) return null;
  const busy = state === 'loading';
  return (
    <div className="mb-4 grid place-items-center gap-4 rounded-2xl border border-danger bg-surface px-6 py-10 text-center">
      <p role="alert" className="font-medium text-danger [overflow-wrap:anywhere]">
        {message}
      </p>
      {canRetry && (
        <button
          type="button"
          className="btn btn-quiet"
          disabled={busy}
          aria-busy={busy}
          onClick={() => void revalidate()}
        >
          Try again
        </button>
      )}
    </div>
  );
}
