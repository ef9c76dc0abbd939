export function ProgressBar({ busy }: { busy: boolean }) {
  return (
    <div
      aria-hidden="true"
      hidden={!busy}
      className="fixed inset-x-0 top-0 z-40 h-[3px] origin-left animate-[creep_8s_cubic-bezier(.1,.7,.2,1)_forwards] bg-glow"
    />
  );
}
