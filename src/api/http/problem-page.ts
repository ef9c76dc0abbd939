import type { FastifyRequest } from 'fastify';

/** Whether a browser shows the response as a page: a form was sent whose scripts have not loaded. */
export const isFormNavigation = ({ method, headers }: FastifyRequest) =>
  method === 'POST' && headers['sec-fetch-mode'] === 'navigate';

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** How a refusal is described. */
export interface Problem {
  success: false;
  message: string;
  fields?: Record<string, string>;
}

/** What was wrong with such a form. Browsers keep what was typed for those who go back. */
export const problemPage = ({ message, fields = {} }: Problem) => {
  const sentences = [...new Set([...Object.values(fields), message])].map((text) => `<li>${escapeHtml(text)}</li>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Not sent</title>
<h1>This was not sent</h1>
<ul>${sentences.join('')}</ul>
<p>Go back with your browser: what you typed is still there.</p>
</html>`;
};
