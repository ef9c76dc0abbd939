import { limits } from '#contract/values/limits.ts';
import { invalidText, invalidUrlOrPath, invalidWebUrl, tooLong } from '#contract/values/sentences.ts';
import { plainTextPattern } from '#contract/values/text.ts';
import { isWebUrl, isWebUrlOrPath } from '#contract/values/url.ts';

const plainText = new RegExp(plainTextPattern, 'u');

/** In characters, as the forms count. */
const isLonger = (text: string, maxLength: number) => text.length > maxLength && [...text].length > maxLength;

/** Most URLs are made of nothing special; they need not be parsed. */
const simpleUrl = /^https?:\/\/(?:[a-z0-9]+\.)+[a-z]{2,}(?:\/[\w./~=&?%+,:@!-]*)?$/;

// What is wrong with a value, in the words of the form for a post; undefined if nothing is.

export const textProblem = (label: string, text: string, maxLength: number): string | undefined => {
  if (isLonger(text, maxLength)) return tooLong(`The ${label}`, maxLength);
  return plainText.test(text) ? undefined : invalidText(label);
};

export const linkProblem = (label: string, url: string): string | undefined => {
  if (isLonger(url, limits.url)) return tooLong(`The ${label}`, limits.url);
  return simpleUrl.test(url) || isWebUrl(url) ? undefined : invalidWebUrl(label);
};

export const pictureProblem = (label: string, url: string): string | undefined => {
  if (isLonger(url, limits.url)) return tooLong(`The ${label}`, limits.url);
  return simpleUrl.test(url) || isWebUrlOrPath(url) ? undefined : invalidUrlOrPath(label);
};
