import { useState } from 'react';
import { passwordLength, passwordTooShort, recommendedPasswordLength } from '#contract/values/accounts.ts';
import { limits } from '#contract/values/fields.ts';
import { TextField } from './fields.tsx';

const recommendation = (length: number) =>
  length < recommendedPasswordLength
    ? `${recommendedPasswordLength} characters or more are recommended.`
    : 'This is a good length.';

/** One dot per character. In the dark theme, the browser's <meter> looks full when it is empty. */
function LengthDots({ filled }: { filled: number }) {
  return (
    <span aria-hidden="true" className="flex gap-1">
      {Array.from({ length: recommendedPasswordLength }, (_, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots are identified by their position
        <i key={position} className={`size-1.5 rounded-full ${position < filled ? 'bg-accent' : 'bg-line'}`} />
      ))}
    </span>
  );
}

interface NewPasswordFieldProps {
  label: string;
  name: string;
  hint: string;
  /** Set to false if an empty field leaves the password unchanged. */
  required?: boolean;
}

/** An input for a new password with its length in dots, because length is what makes a password hard to guess. */
export function NewPasswordField(props: NewPasswordFieldProps) {
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
        <LengthDots filled={length} />
        <span aria-live="polite">{recommendation(length)}</span>
      </div>
    </div>
  );
}

interface NewPasswordProblem {
  wrong: 'password' | 'confirmation';
  message: string;
}

/** The client-side check of a new password and its confirmation. */
export const newPasswordProblem = (
  password: string,
  confirmation: string,
  minLength: number = limits.password.min,
): NewPasswordProblem | undefined => {
  if (password !== confirmation) return { wrong: 'confirmation', message: 'Passwords do not match' };
  if (passwordLength(password) < minLength) return { wrong: 'password', message: passwordTooShort(minLength) };
  return undefined;
};
