const intoView = (shown: HTMLElement | null) => shown?.scrollIntoView({ block: 'nearest' });

/** Why a list is not what it should be, or a form was refused: in sight, also of somebody at the form's end. */
export function Problem({ message }: { message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p role="alert" ref={intoView} className="mb-4 rounded-xl border border-danger px-4 py-3 font-medium text-danger">
      {message}
    </p>
  );
}
