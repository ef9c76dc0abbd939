import type { Ref } from 'react';
import { limits } from '#contract/values/limits.ts';
import { TextField } from './fields.tsx';

interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>;
  /** Whether the account has an authenticator app; without one, it has passkeys. */
  hasApp: boolean;
}

/** For a code of an authenticator app, or a recovery code. */
export function CodeField({ ref, hasApp }: CodeFieldProps) {
  return (
    <TextField
      ref={ref}
      label={hasApp ? 'Code' : 'Recovery code'}
      name="code"
      required
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={limits.secondFactorCode}
      hint={
        hasApp ? 'The 6 digits in your authenticator app, or one of your recovery codes.' : 'Or use your passkey below.'
      }
    />
  );
}
