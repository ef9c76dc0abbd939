import { limits } from './limits.ts';

// What people read about a wrong field. Contract validation, the domain and the forms all use these.

const article = (label: string) => (/^[aeio]/i.test(label) ? 'an' : 'a');

export const enter = (label: string) => `Enter ${article(label)} ${label}.`;
export const choose = (label: string) => `Choose ${article(label)} ${label}.`;
/** With separators: 10,000. */
export const numeral = (value: number) => value.toLocaleString('en-US');
export const tooLong = (subject: string, maxLength: number) =>
  `${subject} may have at most ${numeral(maxLength)} characters.`;
export const unknownField = (name: string) => `${name} is not a known field.`;
export const invalidText = (label: string) => `The ${label} must not contain control characters or invalid Unicode.`;
export const invalidWebUrl = (label: string) =>
  `The ${label} must be a full URL such as https://example.com/page, without spaces or quotes.`;
export const invalidUrlOrPath = (label: string) =>
  `The ${label} must be a full URL such as https://example.com/page, or a path such as /images/logo.png, without spaces or quotes.`;
export const invalidTime = (name: string) => `${name} must be a time such as 2026-01-31T12:00:00Z.`;

export const invisibleCharacter = (label: string) =>
  `The ${label} must not contain invisible characters. Type it instead of pasting it.`;
export const invalidEmail = 'Enter an email address such as name@example.com.';
export const usernameLength = `${limits.username.min} to ${limits.username.max}`;
export const invalidUsername = `Usernames have ${usernameLength} characters: letters, digits, dots, dashes, underscores and inner spaces.`;
export const mixedAlphabets = 'Usernames must not mix letters of different alphabets within a word.';
export const reservedUsername = 'The audit log uses this name for others than admins. Choose another username.';
export const lookAlikeEmail = 'The email has letters that only look like others. Type it instead of pasting it.';
export const noPublishAt = 'Choose when to publish the post.';
export const publishAtPassed = 'Choose a time in the future, or publish the post now.';
export const isWithheld =
  'This post is withheld from visitors. Decide its case or lift its block first; its other fields can be saved.';
export const publishAtOfOthers = 'Only a scheduled post has a time of publication.';
export const noSuchPartner = 'There is no such network.';
export const uploadedImageMegabytes = limits.uploadedImage.bytes / 1024 / 1024;
export const logoTooLarge = `The logo may be at most ${uploadedImageMegabytes} MB.`;
export const imageTooLarge = `The image may be at most ${uploadedImageMegabytes} MB.`;
export const imageMissing = 'Choose an image to upload.';
export const logoMissing = 'Please upload a logo image';
