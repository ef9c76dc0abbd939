const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Why a list could not be loaded or a form not saved. Scrolls into view, also from the end of a long form. */
export function Problem({ message }: { message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p
      role="alert"
      ref={scrollIntoView}
      className="mb-4 rounded-xl border border-danger px-4 py-3 font-medium text-danger [overflow-wrap:anywhere]"
    >
      {message}
    </p>
  );
}
