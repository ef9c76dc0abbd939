import { useState } from 'react';
import { type Role, roleDescriptions, roleLabels } from '#contract/values/accounts.ts';
import { Field } from '../kit/forms/fields.tsx';

interface RoleFieldProps {
  roles: readonly Role[];
  defaultValue: Role;
}

/** Chooses a role, and says what it may do. */
export function RoleField({ roles, defaultValue }: RoleFieldProps) {
  const [role, setRole] = useState(defaultValue);
  return (
    <Field label="Role" name="role" hint={`${roleDescriptions[role]}.`}>
      {(attributes) => (
        <select
          className="field"
          name="role"
          defaultValue={defaultValue}
          onChange={(event) => setRole(roles.find((each) => each === event.target.value) ?? role)}
          {...attributes}
        >
          {roles.map((each) => (
            <option key={each} value={each}>
              {roleLabels[each]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
