/** What the figures mean. */
export function FiguresNotes() {
  return (
    <p className="mt-4 max-w-[70ch] text-[13.5px] text-muted">
      Each notice is counted in the period in which it was received. A notice may name several URLs, so more may be
      removed or kept than were received. The median time is the time from a notice to its first decision: half of the
      decisions took less, half took longer. A notice that its sender took back before it was decided is counted as
      withdrawn, and not among what was decided and kept. An objection is upheld if the decision was changed after it;
      objections that are neither upheld nor rejected are still open.
    </p>
  );
}
