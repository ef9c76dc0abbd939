import { describe, expect, it } from 'vitest';
import { ApiError } from '#contract/calls/api-error.ts';
import { errorOf, fieldErrorsOf } from '#web/admin/kit/forms/fields.tsx';
import { failureMessage, isConflict, networkError } from '#web/admin/kit/session/failure.ts';

const refused = (fields?: Record<string, string>) =>
  new ApiError(400, 'Bad Request', { message: 'Check the form.', ...(fields ? { fields } : {}) });

describe('field errors of the server', () => {
  it('are renamed to the fields of the form, including items of lists', () => {
    const error = refused({ titel: 'Enter a title.', 'name.2': 'Too long.', link: 'Enter a URL.' });
    expect(fieldErrorsOf(error, { titel: 'title', name: 'stars' })).toEqual({
      title: 'Enter a title.',
      'stars.2': 'Too long.',
      link: 'Enter a URL.',
    });
  });

  it('are empty for errors without fields', () => {
    expect(fieldErrorsOf(refused())).toEqual({});
    expect(fieldErrorsOf(new TypeError('fetch failed'))).toEqual({});
  });

  it('show at their own input, or at the input that holds the item', () => {
    const errors = { title: 'Enter a title.', 'tags.3': 'Too long.', 'banners.0.url': 'Enter a URL.' };
    expect(errorOf(errors, 'title')).toBe('Enter a title.');
    expect(errorOf(errors, 'tags')).toBe('Too long.');
    expect(errorOf(errors, 'banners.0.url')).toBe('Enter a URL.');
    expect(errorOf(errors, 'banners.0.image')).toBeUndefined();
    expect(errorOf(errors, 'tag')).toBeUndefined();
    expect(errorOf(errors, undefined)).toBeUndefined();
  });
});

describe('failed calls', () => {
  it('show the server’s message, the fallback, or a network error', () => {
    expect(failureMessage(refused(), 'Fallback')).toBe('Check the form.');
    expect(failureMessage(new ApiError(500, 'Error', undefined), 'Fallback')).toBe('Fallback');
    expect(failureMessage(new TypeError('fetch failed'), 'Fallback')).toBe(networkError);
  });

  it('are conflicts at 409 only', () => {
    expect(isConflict(new ApiError(409, 'Conflict', {}))).toBe(true);
    expect(isConflict(refused())).toBe(false);
    expect(isConflict(new Error('409'))).toBe(false);
  });
});
