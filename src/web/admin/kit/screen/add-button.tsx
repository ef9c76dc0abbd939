/** Adds a record to the list of a screen. On small screens it stays where the thumb is, unless the bar of a selection does. */
export function AddButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="btn btn-primary max-md:fixed max-md:right-4 max-md:bottom-[calc(env(safe-area-inset-bottom)+16px)] max-md:z-20 max-md:h-12 max-md:shadow-pop max-md:in-[main:has(.selection-bar)]:hidden"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
