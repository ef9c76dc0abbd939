import type { ComponentProps } from 'react';

interface RangeFilterProps {
  label: string;
  name: 'added' | 'views' | 'minutes';
  type: 'date' | 'number';
  parameters: URLSearchParams;
}

const Bound = ({ label, ...input }: { label: string } & ComponentProps<'input'>) => (
  <input aria-label={label} className="field min-w-0 px-2.5" {...input} />
);

/** From and to, both part of the range. */
export function RangeFilter({ label, name, type, parameters }: RangeFilterProps) {
  const number = type === 'number' ? { min: 0, step: 1, inputMode: 'numeric' as const } : {};
  const [from, to] = [`${name}From`, `${name}To`];
  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2 text-sm text-muted">
        <Bound label={`${label}, from`} name={from} type={type} defaultValue={parameters.get(from) ?? ''} {...number} />
        to
        <Bound label={`${label}, to`} name={to} type={type} defaultValue={parameters.get(to) ?? ''} {...number} />
      </div>
    </fieldset>
  );
}
