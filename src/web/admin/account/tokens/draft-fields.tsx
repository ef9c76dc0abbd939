import { useState } from 'react';
import { tokenLimits } from '#contract/values/token-scopes.ts';
import { TextField } from '../../kit/forms/fields.tsx';
import { PartnerField } from '../../kit/video-form/partner-field.tsx';

const { min, max, default: usual } = tokenLimits.dailyLimit;

export function DraftFields() {
  const [partner, setPartner] = useState('');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <PartnerField value={partner} onChange={setPartner} />
      <TextField
        label="Drafts a day"
        name="dailyLimit"
        type="number"
        required
        min={min}
        max={max}
        defaultValue={usual}
        hint="And as many pictures."
      />
    </div>
  );
}
