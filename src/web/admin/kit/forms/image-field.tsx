import type { ComponentProps } from 'react';
import { TextField } from './fields.tsx';

/** An image may lie elsewhere or, given as a path, on the site itself. */
export function ImageField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      inputMode="url"
      maxLength={2000}
      pattern="(https?://|/).+"
      title="An address that starts with http:// or https://, or a path on this site"
      placeholder="https://"
      {...props}
    />
  );
}
