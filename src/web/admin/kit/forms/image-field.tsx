import type { ComponentProps } from 'react';
import { limits } from '#contract/values/limits.ts';
import { webUrlOrPathPattern } from '#contract/values/url.ts';
import { TextField } from './fields.tsx';

/** A web URL, or the path of an image on this site. */
export function ImageField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      inputMode="url"
      maxLength={limits.url}
      pattern={webUrlOrPathPattern}
      title="A URL that starts with http:// or https://, or a path on this site"
      placeholder="https://"
      {...props}
    />
  );
}
