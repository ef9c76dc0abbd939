import { useEffect, useState } from 'react';
import { Field } from '../forms/fields.tsx';
import { loadPartnerNames, type PartnerName } from '../records/partner.ts';
import { videoLabels } from '../records/video.ts';

interface PartnerFieldProps {
  value: string;
  onChange: (id: string) => void;
}

/** The network of a post. A network that isn't listed, such as a deleted one, can be kept. */
export function PartnerField({ value, onChange }: PartnerFieldProps) {
  const [partners, setPartners] = useState<PartnerName[]>([]);
  useEffect(() => {
    let isShown = true;
    loadPartnerNames().then((names) => isShown && setPartners(names), console.warn);
    return () => {
      isShown = false;
    };
  }, []);
  const isListed = value === '' || partners.some(({ id }) => id === value);
  return (
    <Field label={videoLabels.partner} name="partner">
      {(attributes) => (
        <select
          name="partner"
          className="field"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          {...attributes}
        >
          <option value="">None</option>
          {!isListed && <option value={value}>Network {value}</option>}
          {partners.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
