import type { CaseKind } from '#contract/values/cases.ts';

const external = { rel: 'nofollow noreferrer', className: 'font-medium underline underline-offset-4' };

/** Where else somebody finds help who reports this. */
export function HelpNotice({ kind }: { kind: CaseKind }) {
  if (kind !== 'intimate_image' && kind !== 'minor') return null;
  return (
    <aside aria-label="More help" className="rounded-2xl border border-line bg-surface p-4 text-sm leading-relaxed">
      {kind === 'minor' ? (
        <p>
          If somebody is in danger now, please call the police. If the image is of you and you are, or were, under 18,{' '}
          <a href="https://takeitdown.ncmec.org/" {...external}>
            Take It Down
          </a>{' '}
          helps to remove it from many other sites, free of charge and without your name.
        </p>
      ) : (
        <p>
          This is not your fault.{' '}
          <a href="https://stopncii.org/" {...external}>
            StopNCII.org
          </a>{' '}
          helps to keep such images off many other sites, free of charge, without your image leaving your device. If you
          were under 18 when it was made,{' '}
          <a href="https://takeitdown.ncmec.org/" {...external}>
            Take It Down
          </a>{' '}
          does the same.
        </p>
      )}
    </aside>
  );
}
