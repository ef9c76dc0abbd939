import type { ReactNode } from 'react';

const tones = {
  accent: 'bg-accent-soft text-accent',
  quiet: 'bg-raised text-muted',
  danger: 'border border-danger text-danger',
};

export function Badge({ tone = 'quiet', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      data-tone={tone}
      className={`inline-block rounded-full first-letter:uppercase px-2.5 py-0.5 text-[12.5px] font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
