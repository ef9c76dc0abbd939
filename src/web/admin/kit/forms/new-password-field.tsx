import { useId, useState } from 'react';
import { limits } from '#contract/values/limits.ts';
import { passwordLength, recommendedPasswordLength } from '#contract/values/passwords.ts';
import { TextField } from './fields.tsx';

const recommendation = (length: number) =>
  length < recommendedPasswordLength
    ? `${recommendedPasswordLength} characters or more are recommended.`
    : 'This is a good length.';

interface NewPasswordFieldProps {
  label: string;
  name: string;
  hint: string;
}

/** For a password that is being chosen. Length is what makes it hard to guess, so the meter shows nothing else. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const id = useId();
  const [length, setLength] = useState(0);
  return (
    <div className="grid gap-1.5">
      <TextField
        type="password"
        required
        maxLength={limits.password.max}
        autoComplete="new-password"
        onChange={(event) => setLength(passwordLength(event.target.value))}
        {...props}
      />
      <div className="flex items-center gap-3 text-[13px] text-muted">
        <meter
          aria-labelledby={id}
          min={0}
          max={recommendedPasswordLength}
          value={Math.min(length, recommendedPasswordLength)}
        />
        <span id={id} aria-live="polite">
          {recommendation(length)}
        </span>
      </div>
    </div>
  );
}
