/** Why a list is not what it should be. */
export function Problem({ message }: { message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p role="alert" className="mb-4 rounded-xl border border-danger px-4 py-3 font-medium text-danger">
      {message}
    </p>
  );
}
