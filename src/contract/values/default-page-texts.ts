import type { InfoPage } from './info-pages.ts';

const paragraphs = (...texts: string[]) => texts.join('\n\n');

/** Apart from the other default settings, which every page loads. A blank line separates paragraphs. */
export const defaultPageTexts: Record<InfoPage, string> = {
  removal: paragraphs(
    'This site stores no videos. It lists links to videos on other sites, with a title, a small image and a few words about each. If you appear in a video that is linked here and did not agree to that, or if you hold the rights to it, write to us and we will remove the link and the image.',
    'Please send us the link to each page of this site that it concerns, and tell us whether you appear in the video or hold the rights to it. We do not need a copy of an identity document to remove a link.',
    'We look at every request as soon as we can. Anything that shows a minor, or a person who did not agree to be filmed or shown, is removed first and examined afterwards.',
    'Removing a link here does not remove the video from the site that hosts it. To have it deleted there, please write to that site as well.',
  ),
  privacy: paragraphs(
    'You can use this site without an account and without telling us who you are. We set no cookies for visitors and use no tracking or analytics by third parties.',
    'Your answer to the age question, your favourites, your history, your hidden tags and the theme that you choose are stored in your browser only. They are never sent to us, and you can delete them in your browser or on the page behind the heart.',
    'Like every web server, ours receives your IP address with each request. It is used to answer the request and to keep the site safe from abuse. When you open a video’s page we add one to its number of views, without recording who you are.',
    'We count what is searched for, to make searches find more. Your search becomes readable to us only if at least three visitors type the same text on one day, and we do not record who they are. These counts are deleted after 90 days.',
    'If you submit a website, we store what you enter in the form, including your email, to decide on the submission and to write to you about it. Ask us to delete it at any time.',
    'Images of videos may be loaded from the sites that host them, and links lead to other sites. These sites have privacy policies of their own.',
  ),
  terms: paragraphs(
    'This site is for adults. You may use it only if you are at least 18 years old, and of legal age where you live.',
    'This site is a directory. It hosts no videos and does not control the sites that it links to. We check what we list, but we cannot promise that a link works, or that what it leads to has not changed since.',
    'Everybody in the videos that we link to must have been an adult when they were filmed, and must have agreed to be filmed and shown. If you have reason to doubt this of any video, please report it.',
    'You may browse, search and link to this site freely. You may not try to disrupt it, copy it automatically in a way that burdens it, or submit websites that break the law.',
    'The site is offered as it is. As far as the law allows, we are not liable for damage that comes from using it or the sites that it links to.',
  ),
  contact: paragraphs(
    'Do you have a question, a suggestion or a problem with this site? Write to us. We read every message.',
    'If you want a video removed, please read the page “Content removal” first: it says what to include, so that we can act at once. To have your own website listed, use the form on the page “Our network”.',
  ),
  report: paragraphs(
    'Help us to keep this site lawful and decent. Please tell us if a video shows someone who may be a minor, if it was filmed or published without consent, if it shows violence that is not acted, or if a link is misleading, broken or leads to malware.',
    'Send us the link to the video’s page on this site and a few words about what is wrong. You need not give your name.',
    'If a person is in danger, or if you have come across the abuse of a child, please also report it to the police or to a hotline in your country. You can find one at inhope.org.',
  ),
};
